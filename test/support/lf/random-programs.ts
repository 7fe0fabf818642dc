import type { LfExpr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  choice,
  instance,
  interfaceOf,
  interfaceType,
  type ModuleSource,
  recordType,
  template,
  valueOf,
} from "./definitions.ts";
import {
  add,
  apply,
  block,
  bool,
  builtin,
  call,
  caseOf,
  create,
  equalInt,
  error,
  exercise,
  fetch,
  field,
  ifThenElse,
  int,
  lambda,
  letIn,
  list,
  none,
  pure,
  record,
  some,
  subtract,
  throwing,
  tryCatch,
  typeApply,
  unit,
  update,
  value,
  variable,
} from "./expressions.ts";
import type { Part } from "./stage.ts";
import { contractIdT, dataT, functionT, int64T, listT, partyT, updateT } from "./types.ts";

/** A well-typed random program. Its functions may call each other; most programs terminate. */

export interface RandomProgram {
  readonly main: ModuleSource;
  readonly parts: ReadonlyMap<string, Part>;
}

const noteT = dataT("Main:Note");
const boomT = dataT("Main:Boom");
const intToInt = functionT([int64T], int64T);

/** Levels of functions. Code mostly calls functions of lower levels, so most programs terminate. */
const levels = { c: 0, f: 1, g: 2, k: 3, count: 4, u: 5, parts: 6 };

/** The variables and functions that an expression may use. */
interface CodeContext {
  readonly level: number;
  readonly variables: readonly string[];
  readonly parties: LfExpr;
  /** Returns code that exercises another choice on the same contract. */
  readonly again: (numbers: RandomNumbers) => LfExpr;
}

/** Pseudo-random numbers. */
class RandomNumbers {
  #state: number;
  #names = 0;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  fresh(): string {
    return `v${this.#names++}`;
  }
}

const plus = lambda(
  [
    ["a", int64T],
    ["b", int64T],
  ],
  add(variable("a"), variable("b")),
);

/** Returns a random Int64 expression; `room` limits its size. */
const randomInt = (numbers: RandomNumbers, room: number, around: CodeContext): LfExpr => {
  const inner = (more: readonly string[] = []): LfExpr =>
    randomInt(numbers, room - 1, { ...around, variables: [...around.variables, ...more] });
  const ints = (): LfExpr => list(int64T, inner(), inner());
  const bound = numbers.fresh();
  const leaf = (): LfExpr => {
    const { variables } = around;
    const at = numbers.below(variables.length + 2);
    return at < variables.length ? variable(variables[at] ?? "") : int(at - variables.length);
  };
  if (room <= 0) return leaf();
  const mayCall = (name: keyof typeof levels): boolean =>
    levels[name] < around.level || numbers.below(40) === 0;
  const function1 = (): LfExpr => {
    const chosen = numbers.below(3);
    if (chosen === 0 && mayCall("f")) return value("Main:f");
    if (chosen === 1 && mayCall("g")) return apply(value("Main:g"), inner());
    return lambda([[bound, int64T]], inner([bound]));
  };
  const function2 = (): LfExpr => {
    const chosen = numbers.below(3);
    if (chosen === 0 && mayCall("g")) return value("Main:g");
    return chosen === 1 && mayCall("k") ? value("Main:k") : plus;
  };
  const note = (): LfExpr => record(noteT, { parties: list(partyT), n: inner() });
  const forms: readonly (() => LfExpr)[] = [
    leaf,
    () => add(inner(), inner()),
    () => subtract(inner(), inner()),
    () => call(numbers.below(6) === 0 ? "DIV_INT64" : "MUL_INT64", inner(), inner()),
    () => letIn(bound, int64T, inner(), inner([bound])),
    () => ifThenElse(equalInt(inner(), inner()), inner(), inner()),
    () =>
      caseOf(
        ints(),
        { pattern: { kind: "nil" }, body: inner() },
        { pattern: { kind: "cons", head: bound, tail: `${bound}t` }, body: inner([bound]) },
      ),
    () =>
      caseOf(
        some(int64T, inner()),
        { pattern: { kind: "none" }, body: inner() },
        { pattern: { kind: "some", binder: bound }, body: inner([bound]) },
      ),
    () => apply(function1(), inner()),
    () => apply(function2(), inner(), inner()),
    () => letIn(bound, intToInt, function1(), apply(variable(bound), inner())),
    () => (mayCall("c") ? value("Main:c") : leaf()),
    () => apply(typeApply(builtin("FOLDL"), int64T, int64T), function2(), inner(), ints()),
    () => apply(typeApply(builtin("FOLDR"), int64T, int64T), function2(), inner(), ints()),
    () =>
      ifThenElse(
        apply(
          typeApply(builtin("EQUAL_LIST"), int64T),
          lambda(
            [
              ["a", int64T],
              ["b", int64T],
            ],
            equalInt(apply(function1(), variable("a")), variable("b")),
          ),
          ints(),
          ints(),
        ),
        inner(),
        inner(),
      ),
    () => ({
      kind: "structField",
      field: "b",
      struct: {
        kind: "struct",
        fields: [
          { name: "a", expr: inner() },
          { name: "b", expr: inner() },
        ],
      },
    }),
    () =>
      field(noteT, "n", {
        kind: "recordUpdate",
        type: noteT,
        field: "n",
        record: note(),
        update: inner(),
      }),
    () => (mayCall("count") ? countOf(note()) : leaf()),
    () => (numbers.below(16) === 0 ? error(int64T, "enough") : inner()),
    () => (numbers.below(8) === 0 ? throwing(int64T, boomT, boom(inner())) : inner()),
  ];
  return (forms[numbers.below(forms.length)] ?? leaf)();
};

const countOf = (note: LfExpr): LfExpr => ({
  kind: "callInterface",
  interfaceId: "self:Main:Counted",
  method: "count",
  expr: {
    kind: "toInterface",
    interfaceId: "self:Main:Counted",
    templateId: "self:Main:Note",
    expr: note,
  },
});

const boom = (n: LfExpr): LfExpr => record(boomT, { n });

const caughtNumber = (exception: LfExpr): LfExpr =>
  caseOf(
    {
      kind: "fromAnyException",
      type: boomT,
      expr: exception,
    },
    { pattern: { kind: "none" }, body: int(7) },
    { pattern: { kind: "some", binder: "boom" }, body: field(boomT, "n", variable("boom")) },
  );

/** Returns a random expression of type Update Int64. */
const randomUpdate = (numbers: RandomNumbers, room: number, around: CodeContext): LfExpr => {
  const number = (): LfExpr => randomInt(numbers, room - 1, around);
  const inner = (more: readonly string[] = []): LfExpr =>
    randomUpdate(numbers, room - 1, { ...around, variables: [...around.variables, ...more] });
  const bound = numbers.fresh();
  const create1 = (): LfExpr =>
    create("Main:Note", record(noteT, { parties: around.parties, n: number() }));
  const simple = (): LfExpr => pure(int64T, number());
  if (room <= 0) return simple();
  const forms: readonly (() => LfExpr)[] = [
    () => block([[bound, int64T, inner()]], inner([bound])),
    () =>
      block(
        [
          [bound, int64T, inner()],
          [`${bound}b`, int64T, inner([bound])],
        ],
        inner([bound, `${bound}b`]),
      ),
    () =>
      block(
        [[bound, contractIdT(noteT), create1()]],
        numbers.below(2) === 0
          ? exercise("Main:Note", "Step", variable(bound), unit)
          : block([[`${bound}n`, noteT, fetch("Main:Note", variable(bound))]], inner()),
      ),
    () => around.again(numbers),
    () =>
      tryCatch(
        int64T,
        inner(),
        bound,
        ifThenElse(
          equalInt(caughtNumber(variable(bound)), int(numbers.below(2))),
          none(updateT(int64T)),
          some(updateT(int64T), inner()),
        ),
      ),
    () => block([["u", int64T, inner()]], throwing(updateT(int64T), boomT, boom(number()))),
    () =>
      around.level > levels.u || numbers.below(4) === 0
        ? apply(value("Main:u"), around.parties, number())
        : simple(),
    () => ifThenElse(equalInt(number(), number()), inner(), inner()),
    () => letIn(bound, int64T, number(), inner([bound])),
    () => update({ kind: "embed", type: int64T, expr: inner() }),
  ];
  return (forms[numbers.below(forms.length)] ?? simple)();
};

/** Returns a random program with four choices. Equal seeds return equal programs. */
export const randomProgram = (seed: number): RandomProgram => {
  const numbers = new RandomNumbers(seed);
  const never = (): LfExpr => pure(int64T, int(0));
  const pureCode = (of: keyof typeof levels, ...variables: readonly string[]): CodeContext => ({
    level: levels[of],
    variables,
    parties: list(partyT),
    again: never,
  });
  const partyList = listT(partyT);
  const noteParties = field(noteT, "parties", variable("this"));
  const noteNumber = field(noteT, "n", variable("this"));
  const withNumber = (
    of: keyof typeof levels,
    body: (around: CodeContext) => LfExpr,
    again: CodeContext["again"] = never,
  ): LfExpr => {
    const around = { level: levels[of], variables: ["n"], parties: noteParties, again };
    return letIn("n", int64T, noteNumber, body(around));
  };
  const stepAgain = exercise("Main:Note", "Step", variable("self"), unit);
  const playerParties = field(dataT("Main:Player"), "parties", variable("this"));
  const names = ["P0", "P1", "P2", "P3"];
  const main: ModuleSource = {
    dataTypes: [
      recordType("Note", { parties: partyList, n: int64T }),
      recordType("Boom", { n: int64T }),
      recordType("View", { n: int64T }),
      interfaceType("Counted"),
    ],
    exceptions: {
      Boom: lambda([["boom", boomT]], call("INT64_TO_TEXT", field(boomT, "n", variable("boom")))),
    },
    interfaces: [interfaceOf("Counted", { view: dataT("Main:View"), methods: { count: int64T } })],
    values: [
      valueOf("c", int64T, randomInt(numbers, 3, pureCode("c"))),
      valueOf("f", intToInt, lambda([["x", int64T]], randomInt(numbers, 3, pureCode("f", "x")))),
      valueOf(
        "g",
        functionT([int64T, int64T], int64T),
        lambda(
          [
            ["x", int64T],
            ["y", int64T],
          ],
          randomInt(numbers, 3, pureCode("g", "x", "y")),
        ),
      ),
      valueOf(
        "k",
        functionT([int64T, int64T], int64T),
        lambda(
          [["x", int64T]],
          ifThenElse(
            equalInt(variable("x"), int(1)),
            value("Main:f"),
            lambda([["y", int64T]], randomInt(numbers, 2, pureCode("k", "x", "y"))),
          ),
        ),
      ),
      valueOf(
        "u",
        functionT([partyList, int64T], updateT(int64T)),
        lambda(
          [
            ["ps", partyList],
            ["x", int64T],
          ],
          randomUpdate(numbers, 3, {
            level: levels.u,
            variables: ["x"],
            parties: variable("ps"),
            again: never,
          }),
        ),
      ),
    ],
    templates: [
      template("Note", {
        precondition: withNumber("count", (around) =>
          ifThenElse(equalInt(randomInt(numbers, 2, around), int(2)), bool(false), bool(true)),
        ),
        signatories: noteParties,
        choices: [
          choice("Step", {
            consuming: numbers.below(2) === 0,
            controllers: noteParties,
            result: int64T,
            body: withNumber(
              "u",
              (around) => randomUpdate(numbers, 3, around),
              (each) => (each.below(4) === 0 ? stepAgain : never()),
            ),
          }),
        ],
        implements: [
          instance("Main:Counted", record(dataT("Main:View"), { n: noteNumber }), {
            count: withNumber("count", (around) => randomInt(numbers, 3, around)),
          }),
        ],
      }),
    ],
  };
  const parts = names.map((name, index): readonly [string, Part] => [
    name,
    {
      result: int64T,
      update: randomUpdate(numbers, 5, {
        level: levels.parts,
        variables: [],
        parties: playerParties,
        again: (each) => {
          // Selects mostly a later choice, so that most programs terminate.
          const part = each.below(8) === 0 ? 0 : index + 1 + each.below(names.length);
          const next = names[part];
          return next === undefined
            ? never()
            : exercise("Main:Player", next, variable("self"), variable("arg"));
        },
      }),
    },
  ]);
  return { main, parts: new Map(parts) };
};
