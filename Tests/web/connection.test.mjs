import assert from "node:assert/strict";
import { test } from "node:test";
import { accessOf } from "../../web/access/token.js";
import { Connection, browser } from "../../web/connection/connection.js";
import { Surroundings } from "./surroundings.mjs";

function connect() {
  const around = new Surroundings();
  const told = [];
  const connection = new Connection(
    "ws://host/live",
    {
      opened: () => told.push("opened"),
      message: (message) => told.push(message.type),
      lost: () => told.push("lost"),
      status: (status) => told.push(status.kind),
    },
    around.environment,
  );
  connection.connect();
  return { around, connection, told };
}

test("offers the protocol, opens, and says what it hears", () => {
  const { around, connection, told } = connect();
  assert.deepEqual(around.socket.protocols, ["refresh.v1"]);
  around.socket.opens({ client: "c1", heartbeat: 25_000 });
  assert.deepEqual(told, ["connecting", "open", "opened", "hello"]);
  assert.equal(connection.client, "c1");
});

test("a token is offered as a second protocol, in what one may hold", () => {
  const { around, connection } = connect();
  around.socket.closes(1006);
  connection.access = accessOf("rt_ÿ>?~");
  connection.connect();
  assert.deepEqual(around.socket.protocols, ["refresh.v1", "token.cnRfw78-P34"]);
});

test("a socket that opens only to say that nobody is let in was never open", () => {
  const { around, connection, told } = connect();
  around.socket.onopen?.();
  around.socket.closes(4001, "this server needs a token");
  assert.deepEqual(told, ["connecting", "refused"]);
  assert.equal(connection.status.code, 4001);
});

test("attempts that nobody answers are counted up to the first connection", () => {
  const { around, connection } = connect();
  const again = (code) => {
    around.socket.closes(code);
    connection.check();
  };
  again(1006);
  again(1006);
  // Somebody is there.
  again(4200);
  assert.equal(connection.failures, 2);
  around.socket.opens();
  again(1006);
  again(1006);
  assert.ok(!(connection.failures > 0));
});

test("what is not a message is ignored", () => {
  const { around, told } = connect();
  around.socket.opens();
  for (const text of ["", "{", "null", "[]", "{}", '{"type":5}']) around.socket.says(text);
  assert.deepEqual(told, ["connecting", "open", "opened", "hello"]);
});

test("a lost connection comes back with jitter, and counts pointers anew", () => {
  const { around, connection, told } = connect();
  around.socket.opens();
  connection.nextNumber();
  assert.equal(connection.nextNumber(), 2);
  around.socket.closes(1006);
  assert.equal(connection.status.kind, "waiting");
  around.pass(249);
  assert.equal(around.sockets.length, 1);
  around.pass(1);
  assert.equal(around.sockets.length, 2);
  assert.equal(connection.nextNumber(), 1);
  assert.deepEqual(told, ["connecting", "open", "opened", "hello", "waiting", "lost", "connecting"]);
});

test("waits grow while attempts fail, and begin anew after 5 s of a stable connection", () => {
  const { around } = connect();
  const wait = () => {
    const before = around.time;
    const made = around.sockets.length;
    around.socket.closes(1006);
    while (around.sockets.length === made) around.pass(1);
    return around.time - before;
  };
  assert.deepEqual([wait(), wait(), wait()], [250, 500, 1_000]);
  around.socket.opens();
  around.pass(4_999);
  assert.equal(wait(), 2_000);
  around.socket.opens();
  around.pass(5_000);
  assert.equal(wait(), 250);
});

test("4000 to 4099 do not come back, and say so", () => {
  const { around, connection } = connect();
  around.socket.opens();
  around.socket.closes(4003, "forbidden");
  around.pass(3_600_000);
  assert.equal(around.sockets.length, 1);
  assert.deepEqual(connection.status, { kind: "refused", code: 4003, reason: "forbidden" });
  connection.connect();
  assert.equal(around.sockets.length, 2);
});

test("4200 comes back when bye told, not by jitter", () => {
  const { around } = connect();
  around.socket.opens();
  around.socket.says({ type: "bye", why: "draining", after: 1_800 });
  around.socket.closes(4200);
  around.pass(1_799);
  assert.equal(around.sockets.length, 1);
  around.pass(1);
  assert.equal(around.sockets.length, 2);
});

test("a server that is full is not asked again soon", () => {
  const { around } = connect();
  around.socket.closes(4101);
  around.pass(9_999);
  assert.equal(around.sockets.length, 1);
  around.pass(1);
  assert.equal(around.sockets.length, 2);
});

test("a missing heartbeat is asked about, and a silent server given up", () => {
  const { around, connection } = connect();
  around.socket.opens({ heartbeat: 1_000 });
  around.pass(5_999);
  assert.deepEqual(around.socket.sent, []);
  around.pass(1);
  assert.deepEqual(around.socket.sent, [{ type: "ping" }]);
  around.pass(5_000);
  assert.equal(around.sockets[0].isClosed, true);
  assert.equal(connection.status.kind, "waiting");
});

test("a pong, or any message, keeps the connection", () => {
  const { around, connection } = connect();
  around.socket.opens();
  connection.check();
  around.pass(4_000);
  around.socket.says({ type: "pong" });
  around.pass(4_000);
  assert.equal(connection.status.kind, "open");
  assert.equal(around.sockets.length, 1);
});

test("after an hour's sleep the server is asked, and stays if it answers", () => {
  const { around, connection } = connect();
  around.socket.opens();
  around.sleep(3_600_000);
  assert.deepEqual(around.socket.sent, [{ type: "ping" }]);
  around.pass(4_000);
  around.socket.says({ type: "pong" });
  around.pass(20_000);
  assert.equal(connection.status.kind, "open");
  assert.equal(around.sockets.length, 1);
  around.pass(10_000);
  assert.equal(around.socket.sent.length, 2, "it is asked again when it is silent again");
});

test("a connection that did not outlive an hour's sleep is replaced", () => {
  const { around } = connect();
  around.socket.opens();
  around.sleep(3_600_000);
  around.pass(5_000);
  assert.equal(around.sockets[0].isClosed, true);
  around.pass(250);
  assert.equal(around.sockets.length, 2);
});

test("timers that fire once a minute, as in the background, give up nobody who is heard", () => {
  const { around, connection } = connect();
  around.socket.opens();
  for (let minute = 0; minute < 10; minute++) {
    around.time += 59_000;
    around.socket.says({ type: "heartbeat" });
    around.sleep(1_000);
  }
  assert.deepEqual(around.socket.sent, []);
  connection.check();
  around.time += 1_000;
  around.socket.says({ type: "pong" });
  around.sleep(59_000);
  assert.equal(connection.status.kind, "open");
  assert.equal(around.sockets.length, 1);
});

test("times are measured by a clock that nobody sets", (context) => {
  const { now } = Date;
  context.after(() => (Date.now = now));
  const before = browser.now();
  Date.now = () => now() - 1_800_000;
  assert.ok(browser.now() >= before && browser.now() < before + 60_000);
});

test("a socket that never opens is given up", () => {
  const { around } = connect();
  around.pass(15_000);
  assert.equal(around.sockets[0].isClosed, true);
  around.pass(250);
  assert.equal(around.sockets.length, 2);
});

test("a network that is back is used at once", () => {
  const { around, connection } = connect();
  around.socket.closes(1006);
  connection.check();
  assert.equal(around.sockets.length, 2);
  around.pass(10_000);
  assert.equal(around.sockets.length, 2);
});

test("a connection that was closed for asking for nothing comes back when there is something to ask", () => {
  const { around, connection } = connect();
  around.socket.opens();
  around.socket.closes(4002);
  around.pass(3_600_000);
  assert.equal(around.sockets.length, 1);
  connection.check();
  assert.equal(around.sockets.length, 2);
});
