"""Wrong ideas about bert_names(names), each with the evidence it leaves and the check that catches it."""

from autograder.misconceptions import misconception

OURS = {
    "query.weight": "W_q",
    "query.bias": "b_q",
    "key.weight": "W_k",
    "key.bias": "b_k",
    "value.weight": "W_v",
    "value.bias": "b_v",
}


def _short(name):
    return ".".join(name.split(".")[-2:])


def _found(names, ours=None):
    ours = ours or OURS
    return {ours[_short(name)]: name for name in names if _short(name) in ours}


# --- which way --------------------------------------------------------------------------------------------------------


@misconception(hint="Which name do you look up, and which do you want to know?", caught_by="test_keys_are_our_names")
def maps_theirs_to_ours(names):
    """This is what comes out when their names lead to ours."""
    return {name: ours for ours, name in _found(names).items()}


@misconception(hint="Under which name does their dictionary hold the array?", caught_by="test_prefixed")
def hands_back_the_short_name(names):
    """This is what comes out when the prefix is cut off the name that is handed back."""
    return {ours: _short(name) for ours, name in _found(names).items()}


@misconception(hint="How are our names written in the table?", caught_by="test_keys_are_our_names")
def writes_our_names_in_full(names):
    """This is what comes out when our names are written as W_query, b_query and so on."""
    return _found(
        names, {short: ours[:2] + short.removesuffix(".weight").removesuffix(".bias") for short, ours in OURS.items()}
    )


@misconception(hint="How are our names written in the table?", caught_by="test_keys_are_our_names")
def writes_our_names_with_capitals(names):
    """This is what comes out when our names end with capital letters, such as W_Q."""
    return _found(names, {short: ours[:2] + ours[2].upper() for short, ours in OURS.items()})


# --- which is which ---------------------------------------------------------------------------------------------------


@misconception(hint="Does the order of the names say what they are?", caught_by="test_plain")
def goes_by_place(names):
    """This is what comes out when the first six names are taken to stand in the usual order."""
    return dict(zip(OURS.values(), names, strict=False))


@misconception(hint="In which order does the alphabet put key, query and value?", caught_by="test_plain")
def goes_by_the_alphabet(names):
    """This is what comes out when the names are sorted and taken for queries, keys and values in turn."""
    return dict(zip(("b_q", "W_q", "b_k", "W_k", "b_v", "W_v"), sorted(names), strict=False))


@misconception(hint="Which of the two asks, and which is asked?", caught_by="test_plain")
def exchanges_queries_and_keys(names):
    """This is what comes out when their key is taken for our query, and their query for our key."""
    turned = str.maketrans("qk", "kq")
    return _found(names, {short: ours.translate(turned) for short, ours in OURS.items()})


@misconception(hint="Which of the two is compared, and which is carried home?", caught_by="test_plain")
def exchanges_keys_and_values(names):
    """This is what comes out when their key is taken for our value, and their value for our key."""
    turned = str.maketrans("vk", "kv")
    return _found(names, {short: ours.translate(turned) for short, ours in OURS.items()})


@misconception(hint="What is b_q in the formula, and how do they call it?", caught_by="test_plain")
def exchanges_weights_and_biases(names):
    """This is what comes out when their bias is taken for our W, and their weight for our b."""
    turned = str.maketrans("Wb", "bW")
    return _found(names, {short: ours.translate(turned) for short, ours in OURS.items()})


@misconception(hint="How many arrays has one Linear?", caught_by="test_plain")
def finds_the_weights_only(names):
    """This is what comes out when the biases are left out."""
    return {ours: name for ours, name in _found(names).items() if ours[0] == "W"}


@misconception(hint="What tells query.weight from query.bias?", caught_by="test_plain")
def calls_a_bias_W(names):
    """This is what comes out when weights and biases are both called W, so that the later one stays."""
    return {"W" + OURS[_short(name)][1:]: name for name in names if _short(name) in OURS}


# --- which names count ------------------------------------------------------------------------------------------------


@misconception(hint="Is the key of monkey a key?", caught_by="test_others")
def looks_for_the_words_anywhere(names):
    """This is what comes out when a name counts as soon as it contains the two words."""
    found = {}
    for name in names:
        for short, ours in OURS.items():
            if all(word in name for word in short.split(".")):
                found[ours] = name
    return found


@misconception(hint="Which words does key_memory.self.query.weight hold?", caught_by="test_prefixed")
def looks_for_query_key_or_value_anywhere(names):
    """This is what comes out when a name that ends with weight or bias counts as soon as it holds one of the words."""
    found = {}
    for name in names:
        for word in ("query", "key", "value"):
            for kind, ours in (("weight", "W_"), ("bias", "b_")):
                if word in name and name.endswith(kind):
                    found[ours + word[0]] = name
    return found


@misconception(hint="What stands before the key of monkey.weight?", caught_by="test_others")
def looks_at_the_last_letters(names):
    """This is what comes out when a name counts as soon as it ends with the letters of key.weight and the like."""
    return {ours: name for name in names for short, ours in OURS.items() if name.endswith(short)}


@misconception(hint="In key.query.value.weight, which part names the projection?", caught_by="test_others")
def looks_for_the_part_anywhere(names):
    """This is what comes out when the projection may be named by any part of the name, the first that is found."""
    found = {}
    for name in names:
        *parts, kind = name.split(".")
        role = next((part for part in parts if f"{part}.{kind}" in OURS), None)
        if role:
            found[OURS[f"{role}.{kind}"]] = name
    return found


@misconception(hint="How are the parameters called in a whole model?", caught_by="test_prefixed")
def knows_bare_names_only(names):
    """This is what comes out when a name with a prefix is not recognised."""
    return {OURS[name]: name for name in names if name in OURS}


@misconception(hint="How are the parameters called in a whole model?", caught_by="test_prefixed")
def looks_at_the_first_two_parts(names):
    """This is what comes out when the first two parts of a name decide."""
    shorts = {name: ".".join(name.split(".")[:2]) for name in names}
    return {OURS[short]: name for name, short in shorts.items() if short in OURS}


@misconception(hint="Is query.weight_g the weight of a query?", caught_by="test_others")
def reads_the_start_of_the_last_part(names):
    """This is what comes out when the last part only has to begin with weight or bias."""
    found = {}
    for name in names:
        role, _, kind = _short(name).partition(".")
        for word in ("weight", "bias"):
            if kind.startswith(word) and f"{role}.{word}" in OURS:
                found[OURS[f"{role}.{word}"]] = name
    return found


@misconception(hint="Does Python tell Key from key?", caught_by="test_others")
def takes_capitals_for_small_letters(names):
    """This is what comes out when capital and small letters are taken for the same."""
    return {OURS[_short(name).lower()]: name for name in names if _short(name).lower() in OURS}


@misconception(hint="What is said about names that are none of the six?", caught_by="test_others")
def keeps_the_others(names):
    """This is what comes out when the other names are kept as they are."""
    return {OURS.get(_short(name), name): name for name in names}


@misconception(hint="What is said about names that are none of the six?", caught_by="test_others")
def takes_dense_for_W_o(names):
    """This is what comes out when the dense matrix behind the attention is called W_o and listed with the others."""
    return _found(names, {**OURS, "dense.weight": "W_o", "dense.bias": "b_o"})


@misconception(hint="Should an entry stand for what is not there?", caught_by="test_form")
def fills_up_with_none(names):
    """This is what comes out when what is not there is entered as None."""
    return {**dict.fromkeys(OURS.values()), **_found(names)}


@misconception(hint="Where does an entry come from, the list or the table?", caught_by="test_few")
def makes_the_missing_names_up(names):
    """This is what comes out when all six names are made with the prefix of the first name that counts."""
    own = next((name for name in names if _short(name) in OURS), None)
    if own is None:
        return {}
    prefix = own.removesuffix(_short(own))
    return {ours: prefix + short for short, ours in OURS.items()}


@misconception(hint="Which error is right for a list in which nothing counts?", caught_by="test_form")
def insists_on_all_six(names):
    """This is what comes out when an error is raised unless all six are found."""
    found = _found(names)
    if len(found) < len(OURS):
        raise KeyError("a parameter is missing")
    return found


# --- form and arguments -----------------------------------------------------------------------------------------------


@misconception(hint="Does the docstring promise a dictionary or a list?", caught_by="test_form")
def returns_pairs(names):
    """This type is what comes out when a list of pairs is returned."""
    return list(_found(names).items())


@misconception(hint="How many names are handed in, and how many are looked at?", caught_by="test_plain")
def stops_at_the_first(names):
    """This is what comes out when return stands inside the loop."""
    found = {}
    for name in names:
        if _short(name) in OURS:
            found[OURS[_short(name)]] = name
            return found
    return found


@misconception(hint="What happens to a list that shrinks while it is walked through?", caught_by="test_plain")
def removes_names_while_walking(names):
    """This is what comes out when names are removed from the list that is being walked through."""
    found = {}
    for name in names:
        if _short(name) in OURS:
            found[OURS[_short(name)]] = name
            names.remove(name)
    return found


@misconception(hint="Does the caller expect the list to be different?", caught_by="test_leaves_arguments_alone")
def sorts_the_list(names):
    """This change to the list is what is left behind when it is sorted in place."""
    names.sort()
    return _found(names)
