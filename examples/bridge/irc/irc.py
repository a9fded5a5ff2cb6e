"""A bridge from a channel of an IRC server to familiar, as an example of docs/bridges.md.

    BRIDGE_TOKEN=... python3 irc.py http://127.0.0.1:7077 127.0.0.1:6667 Aria '#moths' posts.txt
"""

import json, os, queue, re, socket, sys, threading, time, urllib.error, urllib.request

FAMILIAR, SERVER, NICK, CHANNEL, POSTS = sys.argv[1:6]

lines = queue.Queue(1000)  # heard and not yet reported
pongs = queue.Queue()  # answers of the server that it has done all before
joined = threading.Event()
lock = threading.Lock()
session = ""
numbers = iter(range(1, 1 << 62))
run = int(time.time() * 1000)  # tells the lines of this process from another's


def end(why):  # whoever started it starts it again
    os.write(2, f"{why}\n".encode())
    os._exit(1)


def number():  # of a line: the server gives them none
    return f"{run}-{next(numbers)}"


def request(method, path, body):  # gives the status, 0 without an answer, and the answer
    data = None if body is None else json.dumps(body).encode()
    r = urllib.request.Request(f"{FAMILIAR}/v1/bridge{path}", data, method=method)
    r.add_header("Authorization", "Bearer " + os.environ["BRIDGE_TOKEN"])
    try:
        with urllib.request.urlopen(r, timeout=40) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as e:
        if e.code < 500 and e.code not in (410, 429):
            end(f"{method} {path}: {e.read().decode()}")  # no other try helps
        return e.code, None
    except OSError:
        return 0, None


def hello(over):  # begins a session in place of one that is over, if nobody has yet
    global session
    with lock:
        while session == over:
            status, hi = request("POST", "", {"me": {"id": NICK.lower(), "name": NICK}, "can": ["proof"]})
            if status == 200:
                session = "/" + hi["session"]
            else:
                time.sleep(1)


def ask(method, path, body=None):  # again and again until it is answered
    while True:
        current = session
        status, answer = request(method, current + path, body)
        if status == 200:
            return answer
        if status != 410:
            time.sleep(1)
            continue
        hello(current)
        if path.startswith("/orders/"):
            return None  # the order is over with its session: familiar asks with find


def report():
    while True:
        ask("POST", "/events", {"events": [lines.get()]})


def send(command):
    try:
        irc.sendall(command.encode() + b"\r\n")
    except OSError as e:
        end(e)


def listen():
    for raw in irc.makefile("rb"):
        text, sender = raw.decode(errors="replace").rstrip("\r\n"), ""
        if text.startswith(":"):
            sender, _, text = text[1:].partition(" ")
        head, _, said = text.partition(" :")
        words = head.split() + ["", ""]
        if words[0] == "PING":
            send("PONG :" + said)
        elif words[0] == "PONG":
            pongs.put(said)
        elif words[0] == "001":
            send("JOIN " + CHANNEL)
        elif words[0] == "366":  # the end of the channel's names
            joined.set()
        elif words[0] == "433":  # the nick is taken, by the process before this one
            threading.Timer(0.2, send, ["NICK " + NICK]).start()
        elif words[0] == "PRIVMSG":
            lines.put(line(sender.partition("!")[0], words[1], said))
    end("the server has closed the connection")


def line(nick, to, text):
    said = {"type": "line", "chat": to, "id": number(), "author": {"id": nick.lower(), "name": nick}, "text": text}
    if to.lower() == NICK.lower():
        said.update(chat=nick, dm=True)
    if NICK.lower() in re.findall(r"\w+", text.lower()):
        said["mentions"] = [NICK.lower()]
    return said


def carry_out(order):  # does what an order says and gives the answer
    post = order["post"]
    if order["type"] == "find":
        if post in known and not known[post]:
            return {"error": "the bridge ended while it posted this", "gone": True}
        return {"found": post in known, "line": known.get(post, "")}
    note(post, "")
    for text in filter(None, re.split(r"[\r\n]+", order["text"])):
        for at in range(0, len(text), 100):
            send(f"PRIVMSG {order['chat']} :{text[at:at + 100]}")
    made_as = number()
    send("PING :" + made_as)  # which it answers once the text is said
    while pongs.get() != made_as:  # if that never comes, the connection is lost and the bridge ends
        pass
    note(post, made_as)
    return {"line": made_as}


def note(post, made_as):  # writes down what is known of a post, for the next process
    known[post] = made_as
    file.write(f"{post}\t{made_as}\n")
    file.flush()
    os.fsync(file.fileno())


file = open(POSTS, "a+", encoding="utf-8")
file.seek(0)
known = dict(entry.rstrip("\n").partition("\t")[::2] for entry in file)
irc = socket.create_connection(SERVER.rsplit(":", 1))
send(f"NICK {NICK}\r\nUSER {NICK} 0 * :a bridge")
threading.Thread(target=listen, daemon=True).start()
joined.wait()
hello("")
threading.Thread(target=report, daemon=True).start()
while True:
    for order in ask("GET", "/orders")["orders"]:
        ask("POST", "/orders/" + order["id"], carry_out(order))
