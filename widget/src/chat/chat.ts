import type { Labels } from "../strings";
import { answerText, isAsking, isOpen, type Turn } from "../state/turn";
import type { Client } from "../wire/client";
import { NetworkError, ServerError } from "../wire/errors";
import { isRecord, type Part } from "../wire/parts";
import type { PageTools } from "../page/tools";
import { followTurn, type StreamSource } from "../wire/stream";
import type { PageCalls } from "./calls";
import { isAbort, toProblem, type Hub } from "./hub";
import type { Memory } from "./memory";

export interface ChatOptions {
  readonly hub: Hub;
  readonly client: Client;
  readonly memory: Memory;
  readonly calls: PageCalls;
  readonly labels: () => Labels;
  readonly page: () => { readonly url: string; readonly title: string };
  readonly tools: PageTools;
  readonly newId: () => string;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly watch: (expire: () => void, ms: number) => () => void;
}

/** A passage longer than this is cut; the server takes no more (docs/wire.md). */
const MAX_QUOTE = 2_000;

interface Asked {
  readonly question: string;
  readonly quote: string;
}

interface Running {
  readonly key: string;
  readonly abort: AbortController;
  stopped: boolean;
}

/** Questions and their answers: asking, following, stopping, restoring. */
export class Chat {
  #running: Running | null = null;
  #restoring: Promise<void> | null = null;

  constructor(private readonly options: ChatOptions) {}

  /** True while a question may not be asked: one that waits for the reader's word makes way. */
  get busy(): boolean {
    return this.options.hub.state.turns.some((turn) => isOpen(turn) && !isAsking(turn));
  }

  get asking(): boolean {
    return this.options.hub.state.turns.some(isAsking);
  }

  /** Asks once; false while another question is under way, or when there is nothing to ask (B082). */
  ask(text: string, quoted = ""): boolean {
    const question = text.trim();
    const quote = quoted.trim().slice(0, MAX_QUOTE);
    if (question === "" || this.busy) return false;
    this.#setAside();
    const key = `m_${this.options.newId()}`;
    this.options.hub.dispatch({ type: "ask", key, question, quote });
    this.options.hub.dispatch({ type: "notice", notice: this.#keepNotice() });
    void this.#follow(key, { question, quote }, null);
    return true;
  }

  /** After a lost connection: the same question goes on. After a verdict: it is asked anew. */
  again(turn: Turn): void {
    const { hub, calls } = this.options;
    if (turn.problem?.code === "report" && calls.resend(turn.key)) {
      hub.dispatch({ type: "mend", key: turn.key });
    } else if (turn.problem?.code === "network" && !this.busy) {
      hub.dispatch({ type: "again", key: turn.key });
      void this.#follow(turn.key, turn, turn.id);
    } else {
      this.ask(turn.question, turn.quote);
    }
  }

  /** What waits for the reader counts as declined once they ask something else (SPEC G7). */
  #setAside(): void {
    const asking = this.options.hub.state.turns.find(isAsking);
    if (!asking) return;
    this.options.hub.dispatch({ type: "stopped", key: asking.key });
    this.#running?.abort.abort();
    this.#running = null;
  }

  stop(): void {
    const running = this.#running;
    if (!running || running.stopped) return;
    const turn = this.#turn(running.key);
    running.stopped = true;
    this.options.calls.stop(running.key);
    this.options.hub.dispatch({ type: "stopped", key: running.key });
    if (turn) this.#tellEnd({ ...turn, state: "stopped" });
    // Without a name yet it is stopped as soon as it has one, else it would block the next question.
    if (turn?.id) void this.#sendStop(turn.id, running);
  }

  /** Leaves the conversation; the next question begins another. */
  clear(): void {
    this.stop();
    this.options.memory.endConversation();
    this.options.hub.dispatch({ type: "clear" });
  }

  /** Brings the conversation back; asked twice at once, it is fetched once. */
  restore(): Promise<void> {
    this.#restoring ??= this.#restore().finally(() => {
      this.#restoring = null;
    });
    return this.#restoring;
  }

  async #restore(): Promise<void> {
    const { hub, client, memory, labels } = this.options;
    const id = memory.conversation;
    if (id === null || hub.state.turns.some((turn) => turn.id !== null)) return;
    try {
      const conversation = await client.conversation(id);
      if (memory.conversation !== id) return;
      hub.dispatch({ type: "restore", conversation, seen: memory.seen });
      this.#resume();
    } catch (fault) {
      if (!(fault instanceof ServerError) && !(fault instanceof NetworkError)) throw fault;
      const gone = fault instanceof ServerError && [401, 404].includes(fault.status);
      // What was asked meanwhile goes on under this name.
      if (gone && hub.state.turns.length === 0) memory.endConversation();
      const notice = gone ? labels().expired : toProblem(fault, labels()).message;
      hub.dispatch({ type: "notice", notice });
    }
  }

  /** Frees the connection; the turn itself goes on in the server. */
  dispose(): void {
    this.options.calls.dispose();
    this.#running?.abort.abort();
    this.#running = null;
  }

  #resume(): void {
    const open = this.options.hub.state.turns.find((turn) => isOpen(turn) && turn.id !== null);
    if (open && !this.#running) {
      void this.#follow(open.key, open, open.id);
    }
  }

  #source(key: string, { question, quote }: Asked): StreamSource {
    const { client, memory, page, tools } = this.options;
    // Fixed here: a reader who clears the chat meanwhile must not move the question elsewhere.
    const conversation = memory.conversation ?? memory.beginConversation();
    return {
      start: (signal) => {
        const asked = { conversation, message: key, text: question, quote };
        return client.chat({ ...asked, page: page(), brought: tools.toSend() }, signal);
      },
      resume: (turn, after, signal) => client.events(turn, after, signal),
    };
  }

  async #follow(key: string, asked: Asked, turn: string | null): Promise<void> {
    const running: Running = { key, abort: new AbortController(), stopped: false };
    this.#running = running;
    try {
      await this.#followOnce(running, asked, turn);
      this.#endUnjudged(key);
    } catch (fault) {
      if (!isAbort(fault)) this.#broke(key, fault);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  async #followOnce(running: Running, asked: Asked, turn: string | null): Promise<void> {
    const { hub, memory, labels, sleep, watch } = this.options;
    const follow = (): Promise<void> =>
      followTurn({
        source: this.#source(running.key, asked),
        turn,
        signal: running.abort.signal,
        onPart: (part) => this.#take(running, part),
        onReconnect: () => {
          if (!running.stopped) hub.dispatch({ type: "reconnect", key: running.key });
        },
        sleep,
        watch,
      });
    try {
      await follow();
    } catch (fault) {
      const ended = fault instanceof ServerError && fault.status === 401 && turn === null;
      if (!ended) throw fault;
      // The server knows this reader no more: say so, and ask in a new conversation (B089).
      memory.endConversation();
      if (hub.state.turns.length > 1) hub.dispatch({ type: "notice", notice: labels().expired });
      await follow();
    }
  }

  /** A stream that ends without a verdict must not lock the composer for good. */
  #endUnjudged(key: string): void {
    const turn = this.#turn(key);
    if (!turn || !isOpen(turn)) return;
    const problem = { code: "cut", message: this.options.labels().interrupted };
    this.options.hub.dispatch({ type: "problem", key, problem });
  }

  #broke(key: string, fault: unknown): void {
    const turn = this.#turn(key);
    if (!turn || !isOpen(turn)) return;
    const problem = toProblem(fault, this.options.labels());
    this.options.hub.dispatch({ type: "problem", key, problem });
  }

  #take(running: Running, part: Part): void {
    const { hub, memory, calls } = this.options;
    if (running.stopped) {
      const id = part["messageId"];
      if (part.type === "start" && typeof id === "string") void this.#sendStop(id, running);
      return;
    }
    const before = this.#turn(running.key);
    hub.dispatch({ type: "part", key: running.key, part });
    const turn = this.#turn(running.key);
    if (!before || !turn) return;
    if (turn.id && turn.id !== before.id) memory.addSeen(turn.id);
    const ours = turn.id !== null && memory.seen.has(turn.id);
    for (const call of turn.calls.slice(before.calls.length)) void calls.run(running.key, call, ours);
    this.#tell(part, turn);
  }

  #tell(part: Part, turn: Turn): void {
    const { hub } = this.options;
    const data = isRecord(part["data"]) ? part["data"] : {};
    if (part.type === "data-page-tools") this.#note(data["notes"]);
    if (part.type === "data-offer") {
      const offer = turn.offers.find((one) => one.offer === data["offer"]);
      if (offer) hub.emit("offer", { offer: offer.offer, tool: offer.tool, label: offer.label });
    }
    if (part.type === "data-verdict") this.#tellEnd(turn);
  }

  /** What the server left of the page's tools is for whoever wrote the page. */
  #note(notes: unknown): void {
    for (const note of Array.isArray(notes) ? notes : []) {
      if (!isRecord(note)) continue;
      const tool = note["tool"] ? `the tool ${JSON.stringify(note["tool"])}` : "the page's tools";
      this.options.tools.tell(`${tool}: ${String(note["message"])}`);
    }
  }

  #tellEnd(turn: Turn): void {
    const sources = turn.sources.map(({ title, url }) => ({ title, url }));
    const { id, question, state } = turn;
    this.options.hub.emit("answer", { turn: id, question, state, text: answerText(turn), sources });
  }

  async #sendStop(turn: string, running: Running): Promise<void> {
    try {
      await this.options.client.stop(turn);
    } catch (fault) {
      // Ended by itself meanwhile, or out of reach: here it is stopped all the same.
      if (!(fault instanceof ServerError) && !(fault instanceof NetworkError)) throw fault;
    }
    running.abort.abort();
  }

  #turn(key: string): Turn | undefined {
    return this.options.hub.state.turns.find((turn) => turn.key === key);
  }

  #keepNotice(): string {
    const { memory, labels } = this.options;
    return memory.lasting ? "" : labels().notKept;
  }
}
