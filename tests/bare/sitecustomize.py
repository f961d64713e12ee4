"""A system that cannot fork, limit or lock, as Windows is, for processes with this on their path.

Python imports a module of this name when it starts. `import fcntl` and `import resource` fail,
there is no `os.fork`, and `multiprocessing` can only spawn.
"""

from __future__ import annotations

import os
import socket
import sys

for name in ("fork", "forkpty", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
if hasattr(socket, "send_fds"):
    del socket.send_fds, socket.recv_fds
for module in ("fcntl", "resource"):
    sys.modules[module] = None  # type: ignore[assignment]
