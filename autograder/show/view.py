"""A thing to look at: one figure, the same as a small table, and one sentence; each can stand for the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from autograder.show import canvas, fonts
from autograder.show.canvas import Figure
from autograder.show.words import Table, clean, short

NUMBERED = (
    "No font on this machine draws all of these tokens, so the figure has numbers in their place; "
    "the table below says which is which."
)


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a figure as it can draw them on this machine."""

    texts: tuple[str, ...]
    fonts: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What is shown. As text it is the sentence and the table; in a notebook or page the figure comes first."""

    title: str
    sentence: str
    table: Table
    draw: Callable[[Callable[[tuple[str, ...]], Labels]], Figure] = field(compare=False)
    tokens: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    # --- as a figure --------------------------------------------------------------------------------------------------

    def figure(self) -> Figure:
        """matplotlib's own figure, to go on with; it belongs to no window and to no other figure."""
        return canvas.drawn(self._drawing)

    def svg(self) -> str:
        """The figure as an SVG element in the colour of the page around it."""
        return canvas.svg(self._drawing, self.alt)

    def png(self) -> bytes:
        """The figure as a PNG on white."""
        return canvas.png(self._drawing)

    @property
    def alt(self) -> str:
        """What stands for the figure where it cannot be seen."""
        return f"{self.title}. {self.sentence}"

    @property
    def is_numbered(self) -> bool:
        """Whether the figure has numbers for tokens that no font here can draw."""
        return canvas.is_there() and fonts.families(map(short, self.tokens)) is None

    def _drawing(self) -> Figure:
        found = fonts.families(map(short, self.tokens))
        numbers = {token: str(place) for place, token in reversed(list(enumerate(dict.fromkeys(self.tokens))))}

        def labels(tokens: tuple[str, ...]) -> Labels:
            if found is None:
                return Labels(tuple(numbers[token] for token in tokens), (fonts.USUAL,))
            return Labels(tuple(map(short, tokens)), found)

        return self.draw(labels)

    # --- as text ------------------------------------------------------------------------------------------------------

    def lines(self, *, plain: bool = False) -> Iterator[str]:
        """Title, sentence, table and notes; `plain` says every value beside its heading instead of below it."""
        yield self.title
        yield self.sentence
        yield from (f"  {line}" for line in (self.table.spoken() if plain else self.table.aligned()))
        yield from self.notes

    def legend(self) -> Table | None:
        """Which number of the figure stands for which token, where it has numbers."""
        if not self.is_numbered:
            return None
        distinct = dict.fromkeys(self.tokens)
        return Table(("number", "token"), tuple((str(n), clean(token)) for n, token in enumerate(distinct)))

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    # --- in a notebook ------------------------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        from autograder.show.page import card

        return card(self)

    def _repr_png_(self) -> bytes | None:
        return self.png() if canvas.is_there() else None
