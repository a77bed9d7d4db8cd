"""`dataclass`, as the nouns of this package are made: frozen to the type checker alone.

That nobody changes a noun is held by mypy, before anything runs. At run time Python would make two
more functions for each class and set each field of each instance by a detour, which is a tenth of
the time of a check.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **others: Any
    ) -> Any:
        """As `dataclasses.dataclass`; of what is frozen and compared there is a hash as well."""
        return dataclasses.dataclass(cls, eq=eq, unsafe_hash=frozen and eq, **others)
