import type { Row } from "./database.ts";

/** So often it is asked whether the server is still at it. */
const askMillis = 30_000;

/** A connection that one statement at a time is asked on. */
export interface Watched {
  ask(text: string): Promise<readonly Row[]>;
  /** What is asked on it rejects then, as where it is lost. */
  destroy(): void;
}

/** What it waits by. */
export interface Timers {
  /** Calls `callback` once after so long, unless the result is called. Nobody stays for it who has nothing else to do. */
  schedule(delayMillis: number, callback: () => void): () => void;
}

interface VigilParts {
  /** Asks on a connection of its own. */
  readonly ask: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>;
  readonly timers: Timers;
}

/** By which the server knows a connection; another one may have its number later. */
interface Backend {
  readonly pid: unknown;
  readonly begun: unknown;
}

/** A pooler tells numbers of its own when it is connected to. */
const itself = `select pid, extract(epoch from backend_start)::text as begun from pg_stat_activity where pid = pg_backend_pid()`;

/** What it does is hidden from who may not see it, and then counts as something. */
const atWork = `select from pg_stat_activity
  where pid = $1 and extract(epoch from backend_start)::text = $2 and coalesce(state, '') not like 'idle%'`;

/**
 * Watches over what may last, and has no time in which it is to be answered: a connection whose server is gone without a word, or has answered
 * in vain, looks the same as one whose server is still at work, and is told from it by asking on another.
 */
export class Vigil {
  readonly #ask: VigilParts["ask"];
  readonly #timers: Timers;

  constructor({ ask, timers }: VigilParts) {
    this.#ask = ask;
    this.#timers = timers;
  }

  /** Resolves and rejects as `work` does, which is asked on the connection. That is destroyed where its server is not at work any more. */
  async over<Result>(watched: Watched, work: () => Promise<Result>): Promise<Result> {
    const [backend] = await watched.ask(itself);
    if (backend === undefined) return work();
    const end = this.#watch(watched, { pid: backend["pid"], begun: backend["begun"] });
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Until the result is called. */
  #watch(watched: Watched, backend: Backend): () => void {
    let isOver = false;
    let cancel = (): void => undefined;
    const look = async (): Promise<void> => {
      const isAtWork = await this.#isAtWork(backend);
      if (isOver) return;
      if (isAtWork) lookLater();
      else watched.destroy();
    };
    const lookLater = (): void => {
      cancel = this.#timers.schedule(askMillis, () => void look());
    };
    lookLater();
    return () => {
      isOver = true;
      cancel();
    };
  }

  /** Where there is no answer, nobody knows. */
  async #isAtWork({ pid, begun }: Backend): Promise<boolean> {
    try {
      return (await this.#ask(atWork, [pid, begun])).length > 0;
    } catch {
      return true;
    }
  }
}
