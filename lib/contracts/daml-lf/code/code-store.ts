import type { PlatformFunctions } from "../runtime/platform-functions.ts";
import type { DataShape, RuntimeValue } from "../runtime/runtime-value.ts";
import type { ExecutionTrace } from "./execution-trace.ts";
import type { LedgerActions } from "./ledger-actions.ts";

/** Where code of a function or update stands, and how many registers it needs. */
export interface Body {
  readonly entry: number;
  readonly frameSize: number;
  /** How many arguments; 0 for an update. */
  readonly arity: number;
}

/** An action on the ledger; what needs fewer operands takes no notice of the others. */
export type Action = (
  ledger: LedgerActions,
  first: RuntimeValue,
  second: RuntimeValue,
) => RuntimeValue;

/** What the instructions of a program are and refer to. All of it only grows. */
export class CodeStore {
  /** Undefined for code that does not note where it is. */
  readonly trace: ExecutionTrace | undefined;
  /** Replaced by a larger one when it is full. */
  text: Int32Array = new Int32Array(1 << 14);
  #length = 0;
  /** Undefined for a top-level value that was not needed yet. */
  readonly constants: (RuntimeValue | undefined)[] = [];
  readonly shapes: DataShape[] = [];
  readonly names: (readonly string[])[] = [];
  readonly fieldNames: string[] = [];
  readonly bodies: Body[] = [];
  readonly actions: Action[] = [];
  readonly platform1: NonNullable<PlatformFunctions["run1"]>[] = [];
  readonly platform2: NonNullable<PlatformFunctions["run2"]>[] = [];
  readonly platformMany: PlatformFunctions["run"][] = [];

  readonly #known = new Map<string, string>();

  constructor(trace?: ExecutionTrace) {
    this.trace = trace;
  }

  /** The same string for equal ones: to compare the very same costs nothing. */
  interned(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#known.set(name, name);
    return name;
  }

  /** Adds instructions; gives where they begin. */
  append(words: readonly number[]): number {
    const entry = this.#length;
    if (entry + words.length > this.text.length) {
      const larger = new Int32Array(Math.max(this.text.length * 2, entry + words.length));
      larger.set(this.text);
      this.text = larger;
    }
    this.text.set(words, entry);
    this.#length += words.length;
    return entry;
  }
}

/** Adds an entry to a pool; gives its index. */
export const addTo = <T>(pool: T[], entry: T): number => pool.push(entry) - 1;
