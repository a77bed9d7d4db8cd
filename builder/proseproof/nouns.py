"""`dataclass`, as the nouns of this package are made: frozen to the type checker alone.

That nobody changes a noun is held by mypy, before anything runs. At run time Python would make two
more functions for each class and set each field of each instance by a detour, which is a tenth of
the time of a check.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **others: Any
    ) -> Any:
        """As `dataclasses.dataclass`; of what is frozen and compared there is a hash as well."""
        if cls is None:
            return partial(dataclass, frozen=frozen, eq=eq, **others)
        cls.__doc__ = cls.__doc__ or cls.__name__  # else its signature is read for one
        made = dataclasses.dataclass(cls, eq=eq, unsafe_hash=frozen and eq, repr=False, **others)
        made.__repr__ = _shown
        return made

    @recursive_repr()
    def _shown(self: Any) -> str:
        """One for all classes, as making one for each takes a tenth of the time of an import."""
        shown = (field for field in dataclasses.fields(self) if field.repr)
        told = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in shown)
        return f"{type(self).__qualname__}({told})"
