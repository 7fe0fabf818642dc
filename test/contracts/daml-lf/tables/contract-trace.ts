import type { GlobalContractKey } from "../../../../lib/base/model/contract.ts";
import { textType } from "../../../../lib/base/values/common-types.ts";
import { createTextValue } from "../../../../lib/base/values/constructors.ts";
import type {
  StepContractKey,
  VisibleContractLookup,
} from "../../../../lib/contracts/engine/partial-transaction.ts";
import type { FinishablePartialTransaction } from "../../../../lib/contracts/transaction/finished-transaction.ts";
import { type ContractIdHex, isLedgerError } from "../../../../lib/index.ts";
import type { Contract } from "../../../../lib/store.ts";
import {
  contractOnLedger,
  note,
  openTransaction,
  runExercise,
} from "../../../support/open-transaction.ts";

/**
 * A transaction as a line of steps. Contracts and keys have names. The steps are:
 *
 * - `create a`, or `create a k` with the key k; `get a`, `archive a`, `use a` without consuming it;
 * - `query k 2`: at most two contracts with the key;
 * - `try`, then `end` or `undo`.
 */
export interface Trace {
  readonly steps: string;
  readonly ledger?: LedgerContents;
  readonly refusesUndo: boolean;
}

/** The contracts on the ledger by name, with their keys if any, and the names that a query by key returns. */
export interface LedgerContents {
  readonly contracts: Readonly<Record<string, string | undefined>>;
  readonly byKey?: Readonly<Record<string, readonly string[]>>;
}

/** Runs a trace. Returns `fails CODE`, or the found, used, requested, local and consumed contracts. */
export const outcomeOfTrace = ({ steps, ledger, refusesUndo }: Trace): string => {
  const run = new TraceRun(ledger ?? { contracts: {} }, refusesUndo);
  try {
    for (const step of steps.split("; ")) run.perform(step);
    return run.shown();
  } catch (error) {
    if (isLedgerError(error)) return `fails ${error.details.code}`;
    throw error;
  }
};

class TraceRun {
  readonly #transaction: FinishablePartialTransaction;
  readonly #contracts = new Map<string, ContractIdHex>();
  readonly #asked: string[] = [];
  readonly #found: string[] = [];

  constructor(ledger: LedgerContents, refusesUndo: boolean) {
    const known = new Map<string, Contract>();
    for (const [index, [name, key]] of Object.entries(ledger.contracts).entries()) {
      const contract = contractOnLedger(key === undefined ? {} : { key: keyStep(key) }, index + 1);
      known.set(name, contract);
      this.#contracts.set(name, contract.contractId);
    }
    this.#transaction = openTransaction(["alice"], {
      view: this.#view(known, ledger.byKey ?? {}),
      effectfulRollback: refusesUndo ? "refused" : "allowed",
    });
  }

  perform(step: string): void {
    const [verb = "", name = "", more] = step.split(" ");
    const transaction = this.#transaction;
    switch (verb) {
      case "create": {
        const key = more === undefined ? {} : { key: keyStep(more) };
        this.#contracts.set(name, transaction.create(note(key)));
        return;
      }
      case "get":
        this.#get(name);
        return;
      case "use":
        runExercise(transaction, this.#get(name), { consuming: false });
        return;
      case "archive":
        runExercise(transaction, this.#get(name));
        return;
      case "query": {
        const found = transaction.contractsByKey(globalKey(name), Number(more));
        this.#found.push(`found ${this.#names(found)}`);
        return;
      }
      case "try":
        transaction.beginScope();
        return;
      case "end":
        transaction.endScope();
        return;
      case "undo":
        transaction.rollbackScope();
        return;
      case "":
        return;
      default:
        throw new TypeError(`${step} is no step`);
    }
  }

  shown(): string {
    const { inputs, created, consumed } = this.#transaction.finishTransaction();
    const locals = new Map<string, readonly Contract[]>();
    for (const contract of created.toReversed()) {
      if (contract.key !== undefined) {
        const key = keyName(contract.key.hash);
        locals.set(key, [...(locals.get(key) ?? []), contract]);
      }
    }
    const parts = [
      ...this.#found,
      ...(inputs.size === 0 ? [] : [`inputs ${this.#names(inputs.values())}`]),
      ...(this.#asked.length === 0 ? [] : [`ledger: ${this.#asked.join(" ")}`]),
      ...[...locals].map(([key, contracts]) => `local ${key}: ${this.#names(contracts)}`),
      ...(consumed.size === 0 ? [] : [`consumed ${this.#names(consumed.values())}`]),
    ];
    return parts.length === 0 ? "nothing" : parts.join("; ");
  }

  #get(name: string): Contract {
    return this.#transaction.getContract(this.#contracts.get(name) ?? "");
  }

  #names(contracts: Iterable<Contract>): string {
    const names = new Map([...this.#contracts].map(([name, id]) => [id, name]));
    const shown = [...contracts].map(({ contractId }) => names.get(contractId) ?? "?");
    return shown.length === 0 ? "none" : shown.join(" ");
  }

  /** Records the query by key: each name that the ledger returns, and whether these were all. */
  #view(
    known: ReadonlyMap<string, Contract>,
    byKey: Readonly<Record<string, readonly string[]>>,
  ): VisibleContractLookup {
    const asked = this.#asked;
    return {
      contract: (id) => {
        const name = [...known].find(([, { contractId }]) => contractId === id)?.[0];
        return name === undefined ? undefined : known.get(name);
      },
      *contractsByKey({ hash }) {
        asked.push(keyName(hash));
        for (const name of byKey[keyName(hash)] ?? []) {
          const contract = known.get(name);
          if (contract === undefined) continue;
          asked.push(name);
          yield contract;
        }
        asked.push("all");
      },
    };
  }
}

const keyStep = (name: string): StepContractKey => ({
  value: createTextValue(name),
  type: textType,
  maintainers: ["alice"],
});

const keys = new Map(
  ["k", "l", "m", "n"].map((name) => [
    name,
    contractOnLedger({ key: keyStep(name) }).key?.hash ?? "",
  ]),
);

const globalKey = (name: string): GlobalContractKey => ({
  packageName: "notes",
  qualifiedName: "Main:Note",
  hash: keys.get(name) ?? "",
});

const keyName = (hash: string): string =>
  [...keys].find(([, each]) => each === hash)?.[0] ?? "unknown";
