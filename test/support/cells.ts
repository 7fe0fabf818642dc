import fc from "fast-check";

import { allocateParty } from "../../lib/api.ts";
import {
  type Command,
  ContractException,
  type ContractId,
  createLedger,
  definePackage,
  defineTemplate,
  isLedgerError,
  type Ledger,
  List,
  Party,
  type PartyId,
  Text,
  type TransactionContext,
} from "../../lib/index.ts";

/**
 * Test contracts ("cells") whose choice executes a random program that is its argument. Any party may control
 * the choice. Every payload, argument and result contains a text that is unique on the ledger.
 */
const arguments_ = { controllers: List(Party), watchers: List(Party), program: Text };

const Cell = defineTemplate("Cells:Cell", {
  payload: { signatories: List(Party), observers: List(Party), secret: Text },
  signatories: ({ signatories }) => signatories,
  observers: ({ observers }) => observers,
  choices: {
    Use: {
      argument: arguments_,
      result: Text,
      controllers: (_, { controllers }) => controllers,
      observers: (_, { watchers }) => watchers,
    },
    Peek: {
      consuming: false,
      argument: arguments_,
      result: Text,
      controllers: (_, { controllers }) => controllers,
      observers: (_, { watchers }) => watchers,
    },
  },
});

type CellId = ContractId<"Cells:Cell">;
type PartyNumbers = readonly number[];

/**
 * A step of a random program. Its numbers select among the parties and the cells that are active when it
 * runs.
 */
type CellStep = CreateCell | UseCell | FetchCell | AttemptSteps;

interface CreateCell {
  readonly kind: "create";
  readonly signatories: PartyNumbers;
  readonly observers: PartyNumbers;
}
interface UseCell {
  readonly kind: "use";
  readonly cell: number;
  readonly consuming: boolean;
  readonly controllers: PartyNumbers;
  readonly watchers: PartyNumbers;
  readonly program: readonly CellStep[];
}
interface FetchCell {
  readonly kind: "fetch";
  readonly cell: number;
}
interface AttemptSteps {
  readonly kind: "attempt";
  readonly fails: boolean;
  readonly program: readonly CellStep[];
}

const numbers = fc.array(fc.nat(3), { maxLength: 2 });
const cell = fc.nat(7);

const steps = fc.letrec<{
  create: CreateCell;
  use: UseCell;
  fetch: FetchCell;
  attempt: AttemptSteps;
  program: readonly CellStep[];
}>((tie) => ({
  create: fc.record({
    kind: fc.constant("create"),
    signatories: numbers,
    observers: numbers,
  }),
  use: fc.record({
    kind: fc.constant("use"),
    cell,
    consuming: fc.boolean(),
    controllers: numbers,
    watchers: numbers,
    program: tie("program"),
  }),
  fetch: fc.record({ kind: fc.constant("fetch"), cell }),
  attempt: fc.record({
    kind: fc.constant("attempt"),
    fails: fc.boolean(),
    program: tie("program"),
  }),
  program: fc.array(
    fc.oneof({ depthSize: "small" }, tie("create"), tie("fetch"), tie("use"), tie("attempt")),
    { maxLength: 3 },
  ),
}));

/**
 * Generates transactions to submit in sequence. The first one creates a cell, so that later ones can use it.
 */
export const cellHistories: fc.Arbitrary<readonly (CreateCell | UseCell)[]> = fc
  .tuple(
    steps.create,
    steps.create,
    fc.array(fc.oneof(steps.create, { weight: 3, arbitrary: steps.use }), { maxLength: 6 }),
  )
  .map(([first, second, rest]) => [first, second, ...rest]);

interface LiveCell {
  readonly id: CellId;
  readonly signatories: readonly PartyId[];
}

/** The world of the submission that currently runs; the choices of cells use it. */
let world: World | undefined;

const runChoice = (
  transaction: TransactionContext,
  { signatories }: { readonly signatories: readonly PartyId[] },
  { controllers, program }: { readonly controllers: readonly PartyId[]; readonly program: string },
): string => {
  world?.run(transaction, [...signatories, ...controllers], program);
  return program.replace("argument", "result");
};

Cell.implement({ Use: runChoice, Peek: runChoice });

const cells = definePackage({ name: "cells", version: "1.0.0", templates: { Cell } });

/** Everything that random programs refer to while they run. */
class World {
  readonly #parties: readonly PartyId[];
  readonly #programs = new Map<string, readonly CellStep[]>();
  #live: readonly LiveCell[] = [];
  #count = 0;

  constructor(parties: readonly PartyId[]) {
    this.#parties = parties;
  }

  get live(): readonly LiveCell[] {
    return this.#live;
  }

  /** Returns a root step as a command, with its submitters; undefined if there is no cell to use. */
  command(step: CreateCell | UseCell): { command: Command; actAs: readonly PartyId[] } | undefined {
    if (step.kind === "create") {
      const payload = this.#payload(step, this.#parties);
      return { command: Cell.create(payload), actAs: payload.signatories };
    }
    const target = this.#cell(step.cell);
    if (target === undefined) return undefined;
    this.#consume(step, target);
    const argument = this.#argument(step, this.#parties);
    const choice = step.consuming ? Cell.Use : Cell.Peek;
    return { command: target.id.exercise(choice, argument), actAs: argument.controllers };
  }

  run(transaction: TransactionContext, authority: readonly PartyId[], program: string): void {
    this.#runSteps(transaction, authority, this.#programs.get(program) ?? []);
  }

  /**
   * Sets the active cells after a submission: the caller passes the new list if it succeeded, otherwise the
   * earlier one.
   */
  setLiveCells(live: readonly LiveCell[]): void {
    this.#live = live;
  }

  #runSteps(
    transaction: TransactionContext,
    authority: readonly PartyId[],
    program: readonly CellStep[],
  ): void {
    for (const step of program) this.#runStep(transaction, authority, step);
  }

  #runStep(transaction: TransactionContext, authority: readonly PartyId[], step: CellStep): void {
    switch (step.kind) {
      case "create": {
        const payload = this.#payload(step, authority);
        const id = transaction.create(Cell, payload);
        this.#live = [...this.#live, { id, signatories: payload.signatories }];
        return;
      }
      case "use": {
        const target = this.#cell(step.cell);
        if (target === undefined) return;
        this.#consume(step, target);
        const argument = this.#argument(step, authority);
        transaction.exercise(target.id, step.consuming ? Cell.Use : Cell.Peek, argument);
        return;
      }
      case "fetch": {
        const target = this.#cell(step.cell);
        const isAllowed = target?.signatories.some((party) => authority.includes(party)) === true;
        if (target !== undefined && isAllowed) transaction.fetch(Cell, target.id);
        return;
      }
      case "attempt": {
        const before = this.#live;
        transaction.attempt(
          () => {
            this.#runSteps(transaction, authority, step.program);
            if (step.fails) throw new ContractException("Cells:Failed", "failed");
          },
          () => {
            this.#live = before;
          },
        );
        return;
      }
    }
  }

  #payload({ signatories, observers }: CreateCell, authority: readonly PartyId[]) {
    return {
      signatories: selectParties(signatories, authority),
      observers: observers.map((number) => pick(number, this.#parties)),
      secret: `secret-${this.#count++}.`,
    };
  }

  #argument({ controllers, watchers, program }: UseCell, authority: readonly PartyId[]) {
    const name = `argument-${this.#count++}.`;
    this.#programs.set(name, program);
    return {
      controllers: selectParties(controllers, authority),
      watchers: watchers.map((number) => pick(number, this.#parties)),
      program: name,
    };
  }

  #cell(number: number): LiveCell | undefined {
    return this.#live[number % this.#live.length];
  }

  #consume({ consuming }: UseCell, target: LiveCell): void {
    if (consuming) this.#live = this.#live.filter(({ id }) => id !== target.id);
  }
}

const pick = (number: number, parties: readonly PartyId[]): PartyId =>
  parties[number % parties.length] ?? "";

/** Returns the parties that the numbers select, at least one. */
const selectParties = (
  numbers: readonly number[],
  parties: readonly PartyId[],
): readonly PartyId[] =>
  (numbers.length === 0 ? [0] : numbers).map((number) => pick(number, parties));

export interface CellLedger {
  readonly ledger: Ledger;
  /** The acting parties, followed by one that takes no part in anything. */
  readonly parties: readonly PartyId[];
}

/** Creates a ledger and submits a random history. Rejected submissions are ignored. */
export const cellLedger = async (
  history: readonly (CreateCell | UseCell)[],
): Promise<CellLedger> => {
  const ledger = await createLedger({ packages: [cells], seed: 1 });
  const allocate = async (partyIdHint: string) =>
    (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
  const actors = [await allocate("p0"), await allocate("p1"), await allocate("p2")];
  const stranger = await allocate("stranger");
  world = new World(actors);
  for (const [index, step] of history.entries()) await submitStep(ledger, world, { step, index });
  return { ledger, parties: [...actors, stranger] };
};

interface Submitted {
  readonly step: CreateCell | UseCell;
  readonly index: number;
}

const submitStep = async (
  ledger: Ledger,
  current: World,
  { step, index }: Submitted,
): Promise<void> => {
  const before = current.live;
  const root = current.command(step);
  if (root === undefined) return;
  const { command: commands, actAs } = root;
  const commandId = `command-${index}.`;
  try {
    const readAs = [...ledger.state.parties.keys()];
    const result = await ledger.submit({ actAs, readAs, commands, commandId });
    if (step.kind === "use") return;
    const created = result.created(Cell).map((id) => ({ id, signatories: actAs }));
    current.setLiveCells([...current.live, ...created]);
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    current.setLiveCells(before);
  }
};
