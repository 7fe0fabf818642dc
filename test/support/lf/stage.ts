import type { DamlLoader, DarLoadingOptions } from "../../../fixtures/daml/index.ts";
import { createTypeId } from "../../../lib/base/identifiers/identifiers.ts";
import {
  createContractIdValue,
  createListValue,
  createPartyValue,
} from "../../../lib/base/values/constructors.ts";
import { parsePackageArchive } from "../../../lib/contracts/daml-lf/archive/archive.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { LfModule, LfType } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { LfExpr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { ContractEngine } from "../../../lib/contracts/engine/contract-engine.ts";
import type { VisibleContractLookup } from "../../../lib/contracts/engine/partial-transaction.ts";
import { type StepQuota, StepQuotaSuspension } from "../../../lib/contracts/engine/suspension.ts";
import { PackageSelection } from "../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type {
  FinishablePartialTransaction,
  FinishedTransaction,
} from "../../../lib/contracts/transaction/finished-transaction.ts";
import { createPartialTransaction } from "../../../lib/contracts/transaction/transaction-builder.ts";
import { isLedgerError, type Package, type PartyId } from "../../../lib/index.ts";
import type { Contract, Value } from "../../../lib/store.ts";
import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { choice, module, thisField } from "./definitions.ts";
import { definitions, type } from "./notation.ts";
import { unitT } from "./types.ts";

/** An update of a test. It becomes a choice of the template Main:Player. */
export interface Part {
  readonly update: LfExpr;
  /** Unit when absent. */
  readonly result?: LfType;
}

/** Returns the code for the id of the n-th contract that a {@link Performance} passes to the part. */
export const given = (index: number): string => nth(index, "arg");

const nth = (index: number, of: string): string => `(case ${of} of {
  [head${index}, ...tail${index}] -> ${index === 0 ? "head0" : nth(index - 1, `tail${index}`)};
  _ -> ERROR @(ContractId Unit) "too few contracts given"
})`;

/** Returns the id of a contract, coerced to another template or interface. */
export const idAs = (to: string, id: string, from = "Unit"): string =>
  `(COERCE_CONTRACT_ID @${from} @${to} ${id})`;

/**
 * Returns a package whose template Main:Player has the parts as choices. They run with the authority of the
 * player's signatories.
 */
export const playerPackage = (
  parts: ReadonlyMap<string, Part>,
  options: {
    readonly name?: string;
    readonly languageVersion: string;
    readonly main: Parameters<typeof module>[1];
    readonly others?: readonly LfModule[];
  },
): AssembledPackage => {
  const { main, languageVersion, name = "play" } = options;
  return assemblePackage({
    name,
    version: "1.0.0",
    languageVersion,
    modules: [
      module(
        "Main",
        definitions`
          template Player with {parties: List Party} {
            signatories this.parties;
            ${[...parts].map(([part, { update, result = unitT }]) =>
              choice(part, {
                controllers: thisField("Player", "parties"),
                argument: type`List (ContractId Unit)`,
                result,
                body: update,
              }),
            )}
          }
          ${main}
        `,
      ),
      ...(options.others ?? []),
    ],
  });
};

export interface Performance {
  readonly part: string;
  readonly authority: readonly PartyId[];
  /** The contracts on the ledger; the part gets the ids of the first ones as its argument. */
  readonly contracts?: readonly Contract[];
  readonly refusesEffectfulRollback?: boolean;
  /** Package ids that are preferred for their names. */
  readonly prefers?: readonly string[];
  /** True if the ledger finds no contract by key. */
  readonly hidesKeys?: boolean;
  readonly hidesContracts?: boolean;
  /** Interrupts the evaluation after every `steps` steps, and calls `between` before it continues. */
  readonly interruptions?: { readonly steps: number; readonly between: () => void };
}

export interface Outcome {
  /** `ok`, or `fails CODE`; for uncaught exceptions and failures `fails ERROR_ID`. */
  readonly end: string;
  /** The result of the part. */
  readonly result?: Value;
  /** The traces, and the requests to the ledger. */
  readonly log: readonly string[];
  readonly finished?: FinishedTransaction;
  /** The message of the error. */
  readonly cause?: string;
}

/** Runs parts without a ledger, on a transaction that sees only the given contracts. */
export class Stage {
  readonly #registry: PackageRegistry;
  readonly #main: Package;
  readonly #engine: ContractEngine;
  readonly #loader: DamlLoader;
  /** The players by their parties. */
  readonly #players = new Map<string, Contract>();

  constructor(
    main: AssembledPackage,
    options: {
      readonly dependencies?: readonly AssembledPackage[];
      /** Further known packages, to which the package of the parts does not refer. */
      readonly besides?: readonly AssembledPackage[];
      readonly limits?: DarLoadingOptions["limits"];
    } = {},
  ) {
    const loader = createDamlLoader({ limits: options.limits ?? {} });
    // Restored instead of loaded, since a DAR must not contain packages that its main package does not need.
    const packages = loader.restore(
      [main, ...(options.dependencies ?? []), ...(options.besides ?? [])].map(
        ({ archive }) => parsePackageArchive(archive).payload,
      ),
    );
    const [first] = packages;
    if (first?.engine === undefined) throw new TypeError("the package has no engine");
    const all = new Map(packages.map((each) => [each.packageId, each]));
    this.#loader = loader;
    this.#main = first;
    this.#registry = PackageRegistry.of(all.values());
    this.#engine = first.engine;
  }

  /** Returns a contract of the ledger. Always a new object, so that nothing about it is cached. */
  contract(entity: string, argument: Value, authority: readonly PartyId[]): Contract {
    const transaction = this.#open(authority, nothing);
    const id = entity.includes("@") ? entity.slice(entity.indexOf("@") + 1) : this.#main.packageId;
    const name = entity.replace(/@.*$/u, "");
    this.#engine.create(transaction, createTypeId(id, `Main:${name}`), argument);
    const [created] = transaction.finishTransaction().created;
    if (created === undefined) throw new TypeError("nothing was created");
    return created;
  }

  perform(performance: Performance): Outcome {
    const { part, authority, contracts = [] } = performance;
    const log: string[] = [];
    const player = this.#player(authority);
    const known = new Map(contracts.map((each) => [each.contractId, { ...each }]));
    const view: VisibleContractLookup = {
      contract: (id) => {
        if (id === player.contractId) return player;
        log.push("asks for contract");
        return performance.hidesContracts === true ? undefined : known.get(id);
      },
      contractsByKey: ({ hash }) => {
        log.push("asks for key");
        if (performance.hidesKeys === true) return [];
        return [...known.values()].filter(({ key }) => key?.hash === hash);
      },
    };
    const pace = performance.interruptions && { steps: performance.interruptions.steps };
    const transaction = this.#open(authority, view, { ...performance, quota: pace });
    const stop = this.#loader.hearTraces((message) => log.push(message));
    try {
      const exercise = () =>
        this.#engine.exercise(transaction, {
          typeId: createTypeId(this.#main.packageId, "Main:Player"),
          contractId: player.contractId,
          choice: part,
          argument: createListValue(
            contracts.map((each) => createContractIdValue(each.contractId)),
          ),
        });
      const result = toTheEnd(exercise, () => {
        performance.interruptions?.between();
        if (pace !== undefined) pace.steps = performance.interruptions?.steps ?? 0;
      });
      return { end: "ok", result, log, finished: transaction.finishTransaction() };
    } catch (failure) {
      if (!isLedgerError(failure)) throw failure;
      const { code, context, cause } = failure.details;
      const own = context["error_id"];
      const end = code === "DAML_FAILURE" && own !== undefined ? `fails ${own}` : `fails ${code}`;
      return { end, log, cause };
    } finally {
      stop();
    }
  }

  #player(authority: readonly PartyId[]): Contract {
    const key = authority.join();
    const known = this.#players.get(key);
    if (known !== undefined) return known;
    const argument: Value = { kind: "record", fields: [parties(authority)] };
    const player = this.contract("Player", argument, authority);
    this.#players.set(key, player);
    return player;
  }

  #open(
    actAs: readonly PartyId[],
    view: VisibleContractLookup,
    options: Pick<Performance, "refusesEffectfulRollback" | "prefers"> & {
      readonly quota?: StepQuota | undefined;
    } = {},
  ): FinishablePartialTransaction {
    const { refusesEffectfulRollback = false, prefers = [], quota } = options;
    return createPartialTransaction({
      actAs,
      quota,
      view,
      packages: new PackageSelection(this.#registry, { preference: prefers }),
      ledgerTime: 1_700_000_000_000_000n,
      participantId: "participant::12200000",
      submissionSeed: new Uint8Array(32).fill((this.#seed += 1)),
      effectfulRollback: refusesEffectfulRollback ? "refused" : "allowed",
    });
  }

  #seed = 0;
}

/** Continues the evaluation until it ends. */
const toTheEnd = <T>(compute: () => T, interrupted: () => void): T => {
  let resume = compute;
  for (;;) {
    try {
      return resume();
    } catch (error) {
      if (!(error instanceof StepQuotaSuspension)) throw error;
      resume = (error as StepQuotaSuspension<T>).resume;
    }
    interrupted();
  }
};

const parties = (all: readonly PartyId[]): Value => createListValue(all.map(createPartyValue));

const nothing: VisibleContractLookup = { contract: () => undefined, contractsByKey: () => [] };

/**
 * Returns the nodes of a transaction as text: `C1` for a create whose argument is the text `1` or has the number 1
 * in its second field; `X[…]` for an exercise, `R[…]` for a rollback, `F` for a fetch, `L` for a lookup by key.
 */
export const shapeOf = ({ transaction }: FinishedTransaction): string => {
  const { roots, nodes } = transaction;
  const shape = (ids: readonly number[]): string =>
    ids
      .map((nodeId) => {
        const node = nodes[nodeId];
        switch (node?.kind) {
          case "create":
            return `C${numberIn(node.contract.argument)}`;
          case "exercise":
            return `X[${shape(node.children)}]`;
          case "rollback":
            return `R[${shape(node.children)}]`;
          case "fetch":
            return "F";
          case "lookupByKey":
            return "L";
          case undefined:
            return "";
        }
      })
      .join(" ");
  return shape(roots);
};

const numberIn = (argument: Value): string => {
  if (argument.kind === "text") return argument.value;
  const second = argument.kind === "record" ? argument.fields[1] : undefined;
  return second?.kind === "int64" ? second.value.toString() : "";
};
