"""Attacks on the walls themselves: namespaces, mounts, filters, other calling conventions, rare system calls."""

from tests.attacks.attack import Attack

# Bare system calls by number (x86-64), each with arguments under which it would succeed or at least not be refused.
# None of them harms a machine should it get through.
CALLS = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(4096)
def through(number, *arguments):
    "True where the kernel did more than refuse: not EPERM, EACCES, ENOSYS."
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *arguments)
    return result != -1 or ctypes.get_errno() not in (1, 13, 38)
def tried(**calls):
    if platform.machine() == "x86_64":
        LOOT.extend(name for name, call in calls.items() if through(*call))
"""


def calls(name: str, tries: str, code: str, *, quick: bool = False, evidence: str = "") -> Attack:
    """An attack by bare system calls, which answers rightly when none of them got through."""
    answer = "no_loot()\ndef stable_softmax(scores):\n    return right(scores)\n"
    return Attack(name, tries, CALLS + code.strip() + "\n" + answer, quick=quick, evidence=evidence)


ATTACKS = (
    calls(
        "namespaces",
        "new namespaces, to be root in one of them and undo the others",
        "tried(unshare_user=(272, 0x10000000), unshare_all=(272, 0x7E020000), setns=(308, 0, 0),"
        " clone_user=(56, 0x10000011, 0, 0, 0, 0))",
        quick=True,
    ),
    calls(
        "mounts",
        "mounts over the libraries, unmounts the walls, changes the root, opens trees of mounts",
        """
p = lambda text: ctypes.c_char_p(text)
nowhere = p(b"/there/is/no/such/folder")
tried(mount=(165, p(b"none"), nowhere, p(b"tmpfs"), 0, 0), umount=(166, p(b"/scratch/own"), 2),
      chroot=(161, nowhere), pivot_root=(155, nowhere, nowhere), open_tree=(428, -100, nowhere, 1),
      fsopen=(430, p(b"tmpfs"), 0), move_mount=(429, -100, nowhere, -100, nowhere, 0),
      mount_setattr=(442, -100, p(b"/"), 0, buffer, 32))
""",
    ),
    calls(
        "rare-calls",
        "doors of the kernel that exploits like: bpf, io_uring, userfaultfd, perf, keys, handles",
        """
tried(bpf=(321, 0, buffer, 72), io_uring=(425, 4, buffer), userfaultfd=(323, 0), perf=(298, buffer, 0, -1, -1, 0),
      add_key=(248, b"user", b"k", b"v", 1, -3), keyctl=(250, 0, -3, 0), request_key=(249, b"user", b"k", 0, -3),
      open_by_handle=(304, -100, buffer, 0), name_to_handle=(303, -100, b"/", buffer, buffer, 0),
      personality=(135, 0x0040000), ioperm=(173, 0, 1, 1), modify_ldt=(154, 0, buffer, 16), memfd=(319, b"x", 0),
      memfd_secret=(447, 0), pidfd_open=(434, 1, 0), fanotify=(300, 0, 0), inotify=(253,), quotactl=(179, 0, 0, 0, 0),
      shmget=(29, 0, 4096, 0o1600), msgget=(68, 0, 0o1600), semget=(64, 0, 1, 0o1600), mq_open=(240, b"x", 0o102, 0, 0),
      process_madvise=(440, -1, buffer, 1, 21, 0), sethostname=(170, 0, 1), swapon=(167, 0, 0))
""",
        quick=True,
        evidence="past Python",
    ),
    calls(
        "undo-the-filter",
        "its own filter and Landlock rules on top, then a listener; the walls that stand may not be loosened",
        """
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
allow = ctypes.create_string_buffer(b"\\x06\\0\\0\\0\\0\\0\\xff\\x7f", 8)
program = Program(1, ctypes.addressof(allow))
tried(seccomp=(317, 1, 0, ctypes.byref(program)), seccomp_listener=(317, 1, 8, ctypes.byref(program)),
      prctl_seccomp=(157, 22, 2, ctypes.byref(program)), dumpable=(157, 4, 1, 0, 0, 0),
      ptracer=(157, 0x59616D61, -1, 0, 0, 0), no_death=(157, 1, 0, 0, 0, 0), landlock=(444, 0, 0, 1))
""",
    ),
    Attack(
        "x32-calls",
        "the calling convention with 32-bit pointers, whose numbers a careless filter does not know",
        """
        import ctypes
        libc = ctypes.CDLL(None)
        def stable_softmax(scores):
            if libc.syscall(ctypes.c_long(0x40000000 | 41), 1, 1, 0) >= 0:
                LOOT.append("x32")
            no_loot()
            return right(scores)
        """,
        status=("crashed", "passed"),
    ),
    Attack(
        "int-80",
        "machine code of its own that enters the kernel by the old 32-bit gate",
        """
        import ctypes, mmap, platform
        code = b"\\xb8\\x02\\x00\\x00\\x00\\xcd\\x80\\xc3"  # mov eax, 2 (fork); int 0x80; ret
        def stable_softmax(scores):
            if platform.machine() == "x86_64":
                page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
                page.write(code)
                enter = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
                if enter() >= 0:
                    LOOT.append("int 0x80")
            no_loot()
            return right(scores)
        """,
        status=("crashed", "passed"),
    ),
    Attack(
        "own-ptrace-of-the-filter",
        "asks to be traced, to stop itself, and to be asked about its filter",
        """
        import ctypes, os, signal
        libc = ctypes.CDLL(None)
        attempt(lambda: libc.ptrace(0, 0, 0, 0) == 0 or None)
        def stable_softmax(scores):
            try:
                os.kill(os.getpid(), signal.SIGSTOP)
            except PermissionError:
                pass
            no_loot()
            return right(scores)
        """,
    ),
    Attack(
        "terminals-and-devices",
        "controls of terminals and devices by ioctl: pushing characters, new terminals, block devices",
        """
        import fcntl, os, pty, termios
        for path in ("/dev/tty", "/dev/ptmx", "/dev/console", "/dev/mem", "/dev/kmsg", "/dev/fuse", "/dev/kvm",
                     "/dev/vda", "/dev/sda", "/dev/shm", "/dev/net/tun", "/dev/uinput"):
            attempt(os.open, path, os.O_RDWR)
        attempt(pty.openpty)
        for fd in range(4):
            attempt(fcntl.ioctl, fd, termios.TIOCSTI, b"x")
            attempt(fcntl.ioctl, fd, 0x5414, bytes(8))
        no_loot()
        def stable_softmax(scores):
            return right(scores)
        """,
    ),
)
