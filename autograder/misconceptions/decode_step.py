"""Wrong ideas about decode_step(q, k, v, K_cache, V_cache), each with its evidence and the check that catches it."""

import numpy as np

from autograder.misconceptions import misconception


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _longer(k, v, K_cache, V_cache):
    return np.concatenate([K_cache, k[None]]), np.concatenate([V_cache, v[None]])


def _attend(q, keys, values, scale=None):
    return _softmax(keys @ q / (np.sqrt(len(q)) if scale is None else scale)) @ values


# --- who is looked at -------------------------------------------------------------------------------------------------


@misconception(hint="May a token look at itself? And whom does the very first one look at?", caught_by="test_shape")
def looks_only_at_earlier_tokens(q, k, v, K_cache, V_cache):
    """This is what comes out when the query meets the old keys only, without its own."""
    return _attend(q, K_cache, V_cache), *_longer(k, v, K_cache, V_cache)


@misconception(hint="Which tokens came before, and where are they?", caught_by="test_output")
def looks_only_at_itself(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the new token looks at nothing but itself."""
    return v + 0.0, *_longer(k, v, K_cache, V_cache)


@misconception(hint="Who asks, and who is found?", caught_by="test_output")
def asks_with_the_key(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the new key asks in place of the query."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(k, keys, values), keys, values


@misconception(hint="Which row of a causal table belongs to the newest token?", caught_by="test_shape")
def answers_for_every_token(q, k, v, K_cache, V_cache):
    """Here a row came back for every key, where one output for the new token is asked for."""
    keys, values = _longer(k, v, K_cache, V_cache)
    scores = np.where(np.tri(len(keys), dtype=bool), keys @ keys.T / np.sqrt(len(q)), -np.inf)
    return _softmax(scores) @ values, keys, values


@misconception(hint="What carries the content that is mixed?", caught_by="test_shape")
def mixes_the_keys(q, k, v, K_cache, V_cache):
    """Here the keys are mixed, and not the values."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, keys), keys, values


@misconception(hint="Does every token deserve the same share?", caught_by="test_output")
def averages_all_values(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when all values are averaged, whatever the scores say."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return values.mean(axis=0), keys, values


@misconception(hint="Which of several keys are mixed, and how many of them?", caught_by="test_output")
def takes_the_best_value_only(q, k, v, K_cache, V_cache):
    """These numbers are the value of the one key with the highest score."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return values[np.argmax(keys @ q)] + 0.0, keys, values


# --- the scores -------------------------------------------------------------------------------------------------------


@misconception(hint="What are the scores divided by?", caught_by="test_output")
def forgets_the_scale(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the scores are not divided by the root of d_k."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values, 1.0), keys, values


@misconception(hint="By the root of what are the scores divided?", caught_by="test_output")
def divides_by_d_k(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the scores are divided by d_k."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values, len(q)), keys, values


@misconception(hint="Does the size of a score depend on how many tokens there are?", caught_by="test_output")
def scales_by_the_tokens(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the scores are divided by the root of the number of keys."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values, np.sqrt(len(keys))), keys, values


@misconception(hint="Whose width stands under the root?", caught_by="test_output")
def scales_by_the_width_of_values(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the scores are divided by the root of d_v."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values, np.sqrt(len(v))), keys, values


@misconception(hint="Which step turns scores into shares?", caught_by="test_output")
def skips_the_softmax(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the values are mixed with the scores themselves."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return keys @ q / np.sqrt(len(q)) @ values, keys, values


@misconception(hint="What is exp(3000), and what did the first day do about it?", caught_by="test_large_scores")
def forgets_to_subtract_the_maximum(q, k, v, K_cache, V_cache):
    """This is what comes out when exp is taken of the scores as they are."""
    keys, values = _longer(k, v, K_cache, V_cache)
    powers = np.exp(keys @ q / np.sqrt(len(q)))
    return powers / powers.sum() @ values, keys, values


# --- the caches -------------------------------------------------------------------------------------------------------


@misconception(hint="Will the next token find this one in the caches?", caught_by="test_shape")
def returns_the_old_caches(q, k, v, K_cache, V_cache):
    """Here the output is right, and the caches came back as they were, without the new token."""
    return _attend(q, *_longer(k, v, K_cache, V_cache)), K_cache + 0.0, V_cache + 0.0


@misconception(hint="Where does the newest token stand in a sequence?", caught_by="test_caches")
def puts_the_new_token_first(q, k, v, K_cache, V_cache):
    """Here the new token stands first in the caches, before the older ones."""
    keys, values = np.concatenate([k[None], K_cache]), np.concatenate([v[None], V_cache])
    return _attend(q, keys, values), keys, values


@misconception(hint="How many tokens are known after this step?", caught_by="test_shape")
def drops_the_oldest_token(q, k, v, K_cache, V_cache):
    """Here the oldest token left the caches when the new one came in."""
    keys, values = (array[-max(len(K_cache), 1) :] for array in _longer(k, v, K_cache, V_cache))
    return _attend(q, keys, values), keys, values


@misconception(hint="How many tokens are known after this step?", caught_by="test_shape")
def overwrites_the_last_token(q, k, v, K_cache, V_cache):
    """Here the new token took the place of the last one in the caches."""
    keys, values = np.concatenate([K_cache[:-1], k[None]]), np.concatenate([V_cache[:-1], v[None]])
    return _attend(q, keys, values), keys, values


@misconception(hint="How often does the new token stand in the caches?", caught_by="test_shape")
def adds_the_token_twice(q, k, v, K_cache, V_cache):
    """Here the new token stands in the caches twice."""
    keys, values = _longer(k, v, *_longer(k, v, K_cache, V_cache))
    return _attend(q, keys, values), keys, values


@misconception(hint="In which order are the caches asked for?", caught_by="test_shape")
def swaps_the_caches(q, k, v, K_cache, V_cache):
    """Here the cache of values came back where that of keys is asked for, and the other way round."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values), values, keys


@misconception(hint="What will the next token compare itself with?", caught_by="test_caches")
def keeps_the_query_as_key(q, k, v, K_cache, V_cache):
    """Here the query went into the cache of keys, and the key was not kept."""
    keys, values = _longer(q, v, K_cache, V_cache)
    return _attend(q, keys, values), keys, values


@misconception(hint="How often will a kept key be divided by the root of d_k?", caught_by="test_caches")
def keeps_scaled_keys(q, k, v, K_cache, V_cache):
    """Here the new key went into the cache divided by the root of d_k."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values), _longer(k / np.sqrt(len(k)), v, K_cache, V_cache)[0], values


@misconception(hint="Is what the token takes home also what it gives to later ones?", caught_by="test_caches")
def keeps_the_output_as_value(q, k, v, K_cache, V_cache):
    """Here the output went into the cache of values in place of the new value."""
    keys, values = _longer(k, v, K_cache, V_cache)
    output = _attend(q, keys, values)
    return output, keys, _longer(k, output, K_cache, V_cache)[1]


@misconception(hint="How many digits does float32 keep of 100000.123456?", caught_by="test_output")
def computes_in_single_precision(q, k, v, K_cache, V_cache):
    """These numbers are what comes out when the caches are kept in float32."""
    keys, values = _longer(k, v, np.asarray(K_cache, dtype=np.float32), np.asarray(V_cache, dtype=np.float32))
    return _attend(q, keys, values), keys, values


# --- form and manners -------------------------------------------------------------------------------------------------


@misconception(hint="How many axes does one token's output have?", caught_by="test_shape")
def keeps_an_axis_for_the_query(q, k, v, K_cache, V_cache):
    """Here the output came back as a table with one row."""
    keys, values = _longer(k, v, K_cache, V_cache)
    return _attend(q, keys, values)[None], keys, values


@misconception(hint="What does the next step need besides the output?", caught_by="test_shape")
def returns_only_the_output(q, k, v, K_cache, V_cache):
    """Here only the output came back, and the caches were not handed on."""
    return _attend(q, *_longer(k, v, K_cache, V_cache))


@misconception(
    hint="What does the caller see in the old cache after your call?", caught_by="test_leaves_arguments_alone"
)
def writes_into_the_old_cache(q, k, v, K_cache, V_cache):
    """The answer is right, but the cache of keys that was handed in is changed on the way."""
    keys, values = _longer(k, v, K_cache, V_cache)
    output = _attend(q, keys, values)
    K_cache[:1] = 0
    return output, keys, values
