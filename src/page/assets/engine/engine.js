// The engine behind the socket. One order at a time: a new one ends the one before.

/** How long to wait before trying again to connect, in milliseconds. */
const WAITS = [300, 1000, 2000, 4000];
/** A server that has said nothing for so long, in milliseconds, is out of reach: it says every 20 seconds that it is there. */
const SILENCE = 45000;

export class Engine {
  /** `changed()` is called when the connection comes or goes. */
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    this.isOpen = false;
    /** What a server that is there but opens no connection answers, as a number of HTTP; 0 if it does not answer. */
    this.status = 0;
    this.hello = null;
    this.failures = 0;
    this.last = 0;
    this.current = null;
    /** Who waits for the answer to a question, by its number. */
    this.asked = new Map();
    this.#connect();
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = event => {
      this.#awaitWord();
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lose();
    this.#awaitWord();
  }

  /** Gives the connection up if nothing comes for long. */
  #awaitWord() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      // It would wait long for an answer before it says that it is closed.
      this.socket.onclose = this.socket.onmessage = null;
      this.socket.close();
      this.#lose();
    }, SILENCE);
  }

  /** The connection has ended: another try is made after a while. */
  #lose() {
    const wasOpen = this.isOpen;
    clearTimeout(this.silence);
    this.isOpen = false;
    this.#end({ end: "lost" });
    for (const id of [...this.asked.keys()]) this.#answer(id, { end: "lost" });
    const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)];
    setTimeout(() => this.#connect(), wait);
    if (wasOpen || this.failures === 1) this.changed();
    if (!wasOpen) this.#lookForServer();
  }

  /** Whether the server is there but has no place for this window. */
  get isFull() {
    return this.status === 200;
  }

  /** Whether the server is there but no longer knows this page's address: it has begun anew, with another token. */
  get isStrange() {
    return this.status === 403;
  }

  /** A socket that fails does not say why: the server may have gone, have too many windows, or ask for another token. */
  async #lookForServer() {
    const status = await fetch(".", { method: "HEAD", cache: "no-store" }).then(answer => answer.status, () => 0);
    if (this.isOpen || this.status === status) return;
    this.status = status;
    this.changed();
  }

  #hear(message) {
    if (message.hello) {
      this.hello = message;
      this.isOpen = true;
      this.status = 0;
      this.failures = 0;
      this.changed();
      return;
    }
    if (this.#answer(message.id, message)) return;
    const { current } = this;
    if (!current || message.id !== current.order.id) return;
    const isLast = message.end || message.move || message.resign || message.count || message.error;
    if (isLast) this.#end(message);
    else current.report?.(message);
  }

  #end(answer) {
    const { current } = this;
    this.current = null;
    current?.done(answer);
  }

  /** Whether it was a question that has this number. */
  #answer(id, answer) {
    const done = this.asked.get(id);
    this.asked.delete(id);
    done?.(answer);
    return Boolean(done);
  }

  /**
   * Gives an order. `report` is called with what comes on the way; the promise is kept with the last answer, which
   * has `end: "stopped"` if another order came before it.
   */
  run(order, report) {
    this.#end({ end: "stopped" });
    const numbered = { id: ++this.last, ...order };
    return new Promise(done => {
      if (!this.isOpen) {
        done({ end: "lost" });
        return;
      }
      this.current = { order: numbered, report, done };
      this.socket.send(JSON.stringify(numbered));
    });
  }

  /** Asks something short, beside the order that is being carried out; the promise is kept with the answer. */
  ask(question) {
    const id = ++this.last;
    return new Promise(done => {
      if (!this.isOpen) {
        done({ end: "lost" });
        return;
      }
      this.asked.set(id, done);
      this.socket.send(JSON.stringify({ id, ...question }));
    });
  }

  /** Ends what is going on. The answer so far is not waited for. */
  stop() {
    if (!this.current) return;
    this.#end({ end: "stopped" });
    this.socket.send(JSON.stringify({ id: ++this.last, do: "stop" }));
  }

  /** Ends what is going on with the best answer so far. */
  hurry() {
    if (this.current) this.socket.send(JSON.stringify({ id: ++this.last, do: "stop" }));
  }
}
