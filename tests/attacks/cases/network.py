"""Attacks over the network: every family of sockets, to the outside and to neighbours on the same machine."""

from tests.attacks.attack import Attack

ATTACKS = (
    Attack(
        "connect",
        "connects to the machine itself and to the outside, by TCP and UDP, by number and by name",
        """
        import socket, urllib.request
        for family in (socket.AF_INET, socket.AF_INET6):
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
                attempt(socket.socket, family, kind)
        attempt(socket.create_connection, ("127.0.0.1", 22), 0.1)
        attempt(socket.getaddrinfo, "example.org", 80)
        attempt(urllib.request.urlopen, "http://127.0.0.1:8888/", timeout=0.1)
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
        quick=True,
        evidence="network connection",
    ),
    Attack(
        "listen",
        "opens a port, and a socket file, where a neighbour could ask for the answers",
        """
        import socket
        attempt(socket.create_server, ("127.0.0.1", 0))
        attempt(socket.create_server, ("", 45678))
        for place in ("here.sock", "\\0abstract", "/tmp/pwned-by-an-attack.sock"):
            attempt(socket.socket, socket.AF_UNIX)
            attempt(socket.socketpair)
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
        evidence="network connection",
    ),
    Attack(
        "rare-families",
        "netlink, packets, the kernel's cryptography, virtual machines, and socket calls without Python",
        """
        import ctypes, socket
        libc = ctypes.CDLL(None)
        for family in range(46):
            for kind in (1, 2, 3, 5):
                attempt(socket.socket, family, kind)
                if libc.socket(family, kind, 0) >= 0 or libc.syscall(41, family, kind, 0) >= 0:
                    LOOT.append((family, kind))
        pair = (ctypes.c_int * 2)()
        if libc.socketpair(1, 1, 0, pair) == 0:
            LOOT.append("socketpair")
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "borrowed-line",
        "makes a socket of the line to the grader, and uses it as one: accept, connect, send descriptors, peer's name",
        """
        import socket, os, array
        for fd in range(64):
            line = attempt(socket.socket, fileno=fd)
            if line is not None:
                LOOT.pop()
                attempt(line.getpeername)
                attempt(line.accept)
                attempt(line.connect, ("127.0.0.1", 22))
                attempt(line.getsockopt, socket.SOL_SOCKET, 17, 12)
                attempt(socket.send_fds, line, [b"x"], [0])
                attempt(line.setsockopt, socket.SOL_SOCKET, socket.SO_SNDBUF, 2**30)
                line.detach()
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
    Attack(
        "event-loop",
        "asyncio, which needs a pair of sockets before it does anything; an honest one would be told so",
        """
        import asyncio
        async def answer(scores):
            return right(scores)
        def stable_softmax(scores):
            return asyncio.run(answer(scores))
        """,
        status="error",
        says="PermissionError",
    ),
)
