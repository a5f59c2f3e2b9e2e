"""The other side of a room, and an HTTP/2 server: see scripts/matrix-nio."""

import asyncio
import datetime
import ipaddress
import json
import os
import ssl
import sys
import time


def say(**words):
    print(json.dumps(words), flush=True)


# ---- Another client ---------------------------------------------------------------------------------------------


async def speak(url, name, room):
    from nio import AsyncClient, JoinResponse, LoginResponse, SyncResponse

    client = AsyncClient(url, name)
    answer = await client.login("correct horse")
    if not isinstance(answer, LoginResponse):
        sys.exit(f"matrix-nio: {answer}")
    answer = await client.join(room)
    if not isinstance(answer, JoinResponse):
        sys.exit(f"matrix-nio: {answer}")
    room = answer.room_id
    answer = await client.sync(timeout=0)
    say(ready=room)

    async def listen():
        while True:
            news = await client.sync(timeout=30_000)
            if not isinstance(news, SyncResponse):
                await asyncio.sleep(0.2)
                continue
            joined = news.rooms.join.get(room)
            for event in joined.timeline.events if joined else []:
                say(id=event.source["event_id"], event=event.source)

    async def send(kind, content):
        answer = await client.room_send(room, kind, content, ignore_unverified_devices=True)
        say(sent=getattr(answer, "event_id", None) or str(answer))

    async def act():
        reader = asyncio.StreamReader(limit=1 << 20)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            order = json.loads(line)
            target, text = order.get("target"), {"msgtype": "m.text", "body": order.get("text", "")}
            match order["do"]:
                case "post":
                    await send("m.room.message", text)
                case "comment":
                    relation = {"rel_type": "m.thread", "event_id": target, "is_falling_back": "parent" not in order}
                    relation["m.in_reply_to"] = {"event_id": order.get("parent", target)}
                    await send("m.room.message", text | {"m.relates_to": relation})
                case "edit":
                    relation = {"rel_type": "m.replace", "event_id": target}
                    edited = {"msgtype": "m.text", "body": "* " + text["body"], "m.new_content": text}
                    await send("m.room.message", edited | {"m.relates_to": relation})
                case "favourite":
                    relation = {"rel_type": "m.annotation", "event_id": target, "key": order.get("key", "❤️")}
                    await send("m.reaction", {"m.relates_to": relation})
                case "take back":
                    answer = await client.room_redact(room, target)
                    say(sent=getattr(answer, "event_id", None) or str(answer))

    listening = asyncio.create_task(listen())
    await act()
    listening.cancel()
    await client.close()


async def parse(url, room, start, end):
    from nio import AsyncClient, MessageDirection, RoomMessagesResponse

    client = AsyncClient(url, "@nio:localhost")
    client.access_token = "token"
    client.user_id = "@nio:localhost"
    events = 0
    begun = time.monotonic()
    while start and start != end:
        page = await client.room_messages(room, start, end, MessageDirection.back, 1000)
        if not isinstance(page, RoomMessagesResponse):
            sys.exit(f"matrix-nio: {page}")
        events += len(page.chunk)
        if not page.chunk:
            break
        start = page.end
    say(events=events, seconds=time.monotonic() - begun)
    await client.close()


# ---- An HTTP/2 server -------------------------------------------------------------------------------------------


def certify(folder):
    """A certificate authority, and a certificate of it for localhost and 127.0.0.1."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    def make(name, issuer, signer, is_authority):
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(issuer or subject).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=2))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )
        if not is_authority:
            names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return key, builder.sign(signer or key, hashes.SHA256())

    def pem(certificate):
        return certificate.public_bytes(serialization.Encoding.PEM)

    authority_key, authority = make("rakkan's tests", None, None, True)
    key, certificate = make("127.0.0.1", authority.subject, authority_key, False)
    with open(os.path.join(folder, "ca.pem"), "wb") as file:
        file.write(pem(authority))
    with open(os.path.join(folder, "server.pem"), "wb") as file:
        file.write(pem(certificate))
        file.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


class Connection(asyncio.Protocol):
    """One connection: what is asked is answered by what its path says."""

    count = 0

    def connection_made(self, transport):
        from h2.config import H2Configuration
        from h2.connection import H2Connection

        Connection.count += 1
        self.transport, self.rest, self.lengths, self.heads = transport, {}, {}, {}
        self.h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self.h2.initiate_connection()
        self.flush()

    def flush(self):
        self.transport.write(self.h2.data_to_send())

    def data_received(self, data):
        from h2 import events

        for event in self.h2.receive_data(data):
            if isinstance(event, events.RequestReceived):
                self.heads[event.stream_id] = dict(event.headers)
            elif isinstance(event, events.DataReceived):
                self.lengths[event.stream_id] = self.lengths.get(event.stream_id, 0) + len(event.data)
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, events.StreamReset):
                self.rest.pop(event.stream_id, None)
            if isinstance(event, events.StreamEnded):
                self.answer(event.stream_id, self.heads[event.stream_id])
        for stream in list(self.rest):
            self.send(stream)
        self.flush()

    def answer(self, stream, head):
        from h2.errors import ErrorCodes

        path = head[":path"]
        if path == "/silent":
            return
        if path == "/reset":
            self.h2.reset_stream(stream, ErrorCodes.INTERNAL_ERROR)
            return
        words = {"method": head[":method"], "length": self.lengths.get(stream, 0), "connections": Connection.count}
        body = b"x" * 1_000_000 if path == "/long" else json.dumps(words).encode()
        self.h2.send_headers(stream, [(":status", "200"), ("content-type", "application/json")])
        self.rest[stream] = body

    def send(self, stream):
        """As much as the other side takes."""
        body = self.rest[stream]
        while body:
            count = min(len(body), self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)
            if count <= 0:
                break
            self.h2.send_data(stream, body[:count])
            body = body[count:]
        self.rest[stream] = body
        if not body:
            self.h2.end_stream(stream)
            del self.rest[stream]


async def h2(folder):
    certify(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "server.pem"))
    context.set_alpn_protocols(["h2"])
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0, ssl=context)
    say(ready=server.sockets[0].getsockname()[1])
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run({"speak": speak, "parse": parse, "h2": h2}[sys.argv[1]](*sys.argv[2:]))
