import type { JavaScriptFunctionByArity } from "../runtime/javascript-functions.ts";
import type { RuntimeDataShape, RuntimeValue } from "../runtime/runtime-value.ts";
import type { DamlLedgerActions } from "./daml-ledger-actions.ts";
import type { SourcePlaceTracker } from "./source-place-tracker.ts";

/** Position of the code of a function or update, and the number of registers it needs. */
export interface CodeEntryPoint {
  readonly entry: number;
  readonly frameSize: number;
  /** Number of arguments; 0 for an update. */
  readonly arity: number;
}

/** A ledger action; it ignores operands that it does not need. */
export type LedgerActionFunction = (
  ledger: DamlLedgerActions,
  first: RuntimeValue,
  second: RuntimeValue,
) => RuntimeValue;

/** The instructions of a program and the pools they refer to. Entries are never removed. */
export class ProgramCodeStore {
  /** Undefined if the code does not record its source locations. */
  readonly trace: SourcePlaceTracker | undefined;
  /** The instructions of all bodies. Replaced by a larger array when it is full. */
  instructions: Int32Array = new Int32Array(1 << 14);
  #length = 0;
  /** Undefined for a top-level value that was not evaluated yet. */
  readonly constants: (RuntimeValue | undefined)[] = [];
  readonly shapes: RuntimeDataShape[] = [];
  readonly names: (readonly string[])[] = [];
  readonly fieldNames: string[] = [];
  readonly bodies: CodeEntryPoint[] = [];
  readonly actions: LedgerActionFunction[] = [];
  readonly unaryFunctions: NonNullable<JavaScriptFunctionByArity["run1"]>[] = [];
  readonly binaryFunctions: NonNullable<JavaScriptFunctionByArity["run2"]>[] = [];
  readonly otherFunctions: JavaScriptFunctionByArity["run"][] = [];

  readonly #known = new Map<string, string>();

  constructor(trace?: SourcePlaceTracker) {
    this.trace = trace;
  }

  /** Returns the same string object for equal strings, which makes comparison cheap. */
  internString(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#known.set(name, name);
    return name;
  }

  /** Appends instructions and returns their position. */
  append(words: readonly number[]): number {
    const entry = this.#length;
    if (entry + words.length > this.instructions.length) {
      const larger = new Int32Array(Math.max(this.instructions.length * 2, entry + words.length));
      larger.set(this.instructions);
      this.instructions = larger;
    }
    this.instructions.set(words, entry);
    this.#length += words.length;
    return entry;
  }
}

/** Adds an entry to a pool and returns its index. */
export const addPoolEntry = <T>(pool: T[], entry: T): number => pool.push(entry) - 1;
