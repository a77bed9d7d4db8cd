"""Opens a connection to another engine, over ADBC, from what the environment says of it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from proseproof.model import Connection

if TYPE_CHECKING:
    from adbc_driver_manager.dbapi import Connection as Opened

ENGINES = ("postgresql", "flightsql", "snowflake", "bigquery")
"""Those that have a driver on PyPI, with an extra of ours that installs it."""

_PASSWORDS = (
    re.compile(r"://[^\s/@:]*:(\S+)@"),  # up to the last @, since a password may hold one
    re.compile(r"://[^\s/@:]*:([^\s@]+)@"),
    re.compile(r"^[^\s/@:]+:(?!//)([^\s@]+)@"),
    re.compile(r"\b(?:password|pwd|token)=([^\s;&]+)", re.IGNORECASE),
)


class CannotRecord(Exception):  # noqa: N818
    """Why nothing can be recorded, in one line in which no secret stands."""


@contextmanager
def connected(connection: Connection, environ: Mapping[str, str]) -> Iterator[Opened]:
    """An open connection, in a transaction that nothing commits; it is closed behind the block.

    environ: where the address and the secrets are looked up. Raises CannotRecord where a variable
    or a driver is missing, or the engine lets nobody in.
    """
    address, options, secrets = _read(connection, environ)
    driver = _driver(connection.engine)
    from adbc_driver_manager import AdbcConnection, Error, dbapi

    try:
        database = driver(address, {**options, **secrets})
        try:
            inner = AdbcConnection(database)
            with warnings.catch_warnings():
                # An engine without transactions is asked without one.
                warnings.simplefilter("ignore")
                opened = dbapi.Connection(database, inner)
        except BaseException:
            database.close()
            raise
    except Error as error:
        said = one_line(str(error), [address or "", *secrets.values()])
        raise CannotRecord(f"the connection `{connection.name}` fails: {said}") from None
    with opened:
        yield opened


def _read(
    connection: Connection, environ: Mapping[str, str]
) -> tuple[str | None, Mapping[str, str], Mapping[str, str]]:
    """The address, the options and the secrets."""
    names = [*filter(None, [connection.dsn_env]), *connection.secrets.values()]
    missing = [name for name in names if not environ.get(name)]
    if missing:
        raise CannotRecord(
            f"the environment variable {missing[0]} is not set,"
            f" which the connection `{connection.name}` names"
        )
    address = environ[connection.dsn_env] if connection.dsn_env else None
    secrets = {option: environ[name] for option, name in connection.secrets.items()}
    return address, connection.options, secrets


def _driver(engine: str) -> Any:
    """A function of address and options that gives a database. Raises CannotRecord."""
    extra = engine if engine in ENGINES else "adbc"
    try:
        from adbc_driver_manager import AdbcDatabase

        module = import_module(f"adbc_driver_{engine}") if engine in ENGINES else None
        import_module("nanoarrow")
    except ImportError as error:
        raise CannotRecord(
            f"{engine} needs {error.name}: pip install 'proseproof[{extra}]'"
        ) from None

    def opened(address: str | None, options: Mapping[str, str]) -> Any:
        named = {"uri": address} if address is not None else {}
        if module is None:
            return AdbcDatabase(driver=engine, **named, **options)
        if engine == "bigquery":  # which has an address only as one option of many
            return module.connect(db_kwargs={**named, **options})
        if not named:
            raise CannotRecord(f"{engine} needs an address, which `dsn_env` names")
        return module.connect(address, db_kwargs=dict(options))

    return opened


def one_line(message: str, secrets: list[str]) -> str:
    """What a driver says, in one line and without what nobody else should read."""
    hidden = {secret for secret in secrets if secret}
    for secret in list(hidden):
        for pattern in _PASSWORDS:
            for found in pattern.finditer(secret):
                hidden |= {found[1], unquote(found[1])}
    # The longest first: a password stands inside its address.
    for secret in sorted(hidden, key=len, reverse=True):
        message = message.replace(secret, "…")
    line = " ".join(message.split())
    return re.sub(r"^[A-Z_]+: (?:\[\w+\] )?", "", line).rstrip(". ")
