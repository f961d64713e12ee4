"""Ports for servers that tests start."""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, MANY = 20_000, 12_000
# each process begins elsewhere, and gives no port twice
_NEXT = count(os.getpid() * 97)


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens.

    It lies below those that systems give to connections (Linux from 32,768), of which browsers and
    databases open many: a server that is still starting could find its port given to one.
    """
    for _ in range(MANY):
        port = FIRST + next(_NEXT) % MANY
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise OSError("no port is free")
