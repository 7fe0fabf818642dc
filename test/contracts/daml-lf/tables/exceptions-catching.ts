import type { DataType, Expr, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { recordType } from "../../../support/lf/definitions.ts";
import { choice, template, thisField } from "../../../support/lf/definitions.ts";
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
  exercise,
  field,
  ifThenElse,
  int,
  lambda,
  none,
  pure,
  record,
  some,
  text,
  throwing,
  tryCatch,
  typeApply,
  unit,
  variable,
} from "../../../support/lf/expressions.ts";
import { list } from "../../../support/lf/expressions.ts";
import {
  contractIdT,
  dataT,
  int64T,
  partyT,
  textT,
  unitT,
  updateT,
} from "../../../support/lf/types.ts";
import type { UpdateGroup, UpdateRow } from "./update-table.ts";

/** Exceptions: one that says a word, one that throws when it is asked, one that fails, and two with content. */
export const exceptionTypes: readonly DataType[] = [
  recordType("Brief", {}),
  recordType("Evasive", {}),
  recordType("Stubborn", {}),
  recordType("Worded", { message: textT, number: int64T }),
  recordType("Other", { message: textT }),
];

const briefT = dataT("Main:Brief");
const wordedT = dataT("Main:Worded");
const otherT = dataT("Main:Other");
export const brief: Expr = record(briefT, {});
export const throwBrief = (type: LfType): Expr => throwing(type, briefT, brief);
const worded = (message: string, number = 0): Expr =>
  record(wordedT, { message: text(message), number: int(number) });
const throwWorded = (type: LfType, message: string, number?: number): Expr =>
  throwing(type, wordedT, worded(message, number));

const noMetadata: Expr = typeApply(builtin(60), textT);
const failure = (id: string, message: string): Expr =>
  apply(
    typeApply(builtin(66), textT),
    text(id),
    { kind: "failureCategory", category: 9 },
    text(message),
    noMetadata,
  );

export const exceptionMessages: Readonly<Record<string, Expr>> = {
  Brief: lambda([["e", briefT]], text("in brief")),
  Evasive: lambda([["e", dataT("Main:Evasive")]], throwBrief(textT)),
  Stubborn: lambda([["e", dataT("Main:Stubborn")]], failure("stubborn", "it will not say")),
  Worded: lambda([["e", wordedT]], field(wordedT, "message", variable("e"))),
  Other: lambda([["e", otherT]], field(otherT, "message", variable("e"))),
};

const returns = (content: Expr): Expr => pure(int64T, content);
const attempt = (body: Expr, handler: Expr): Expr => tryCatch(int64T, body, "e", handler);
const handledBy = (content: Expr): Expr => some(updateT(int64T), returns(content));
const unhandled: Expr = none(updateT(int64T));

/** What the handler makes of a Worded exception; of others `otherwise`. */
const ofWorded = (type: LfType, use: (exception: Expr) => Expr, otherwise: Expr): Expr =>
  caseOf(
    { kind: "fromAnyException", type: wordedT, expr: variable("e") },
    { pattern: { kind: "some", binder: "worded" }, body: use(variable("worded")) },
    { pattern: { kind: "none" }, body: otherwise },
  );

const numberOf = (exception: Expr): Expr => field(wordedT, "number", exception);

const row = (what: string, update: Expr, gives: string): UpdateRow => ({
  what,
  update,
  result: int64T,
  gives,
});

const unhandledRows: readonly UpdateRow[] = [
  {
    ...row(
      "thrown in an operand",
      returns(add(int(10), throwBrief(int64T))),
      "fails UNHANDLED_EXCEPTION/Main:Brief",
    ),
    saying: "in brief",
  },
  {
    ...row(
      "thrown where the handler declines",
      attempt(returns(add(int(10), throwBrief(int64T))), unhandled),
      "fails UNHANDLED_EXCEPTION/Main:Brief",
    ),
    saying: "in brief",
  },
  {
    ...row(
      "thrown for a result",
      returns(throwBrief(int64T)),
      "fails UNHANDLED_EXCEPTION/Main:Brief",
    ),
    saying: "in brief",
  },
  {
    ...row(
      "thrown, its message throwing",
      returns(throwing(int64T, dataT("Main:Evasive"), record(dataT("Main:Evasive"), {}))),
      "fails UNHANDLED_EXCEPTION/Main:Evasive",
    ),
    saying: "<Failed to calculate message as Main:Brief was thrown during conversion>",
  },
  {
    ...row(
      "thrown, its message failing",
      returns(throwing(int64T, dataT("Main:Stubborn"), record(dataT("Main:Stubborn"), {}))),
      "fails stubborn",
    ),
    saying: "it will not say",
  },
  {
    ...row(
      "thrown by a builtin",
      returns(call(10, int(1), int(0))),
      "fails UNHANDLED_EXCEPTION/DA.Exception.ArithmeticError:ArithmeticError",
    ),
    saying: "ArithmeticError while evaluating (DIV_INT64 1 0).",
  },
];

/** An attempt within one, adding 200 after the inner and 100 after the outer. */
const nested = (thrown: Expr, inner: Expr, outer: Expr): Expr =>
  block(
    [
      [
        "x",
        int64T,
        attempt(
          block(
            [["y", int64T, attempt(returns(thrown), inner)]],
            returns(add(int(200), variable("y"))),
          ),
          outer,
        ),
      ],
    ],
    returns(add(int(100), variable("x"))),
  );

const selective = (inner: Expr): Expr =>
  nested(throwWorded(int64T, "first"), inner, handledBy(int(88)));

/** The handlers add what the exception holds, or decline others. */
const byContent = (catches: boolean, throwsAgain: boolean): Expr =>
  nested(
    throwWorded(int64T, "", 1000),
    ifThenElse(
      bool(catches),
      ofWorded(
        updateT(int64T),
        (exception) => handledBy(add(int(77), numberOf(exception))),
        unhandled,
      ),
      ifThenElse(bool(throwsAgain), throwWorded(optionalUpdate, "", 2000), unhandled),
    ),
    ofWorded(
      updateT(int64T),
      (exception) => handledBy(add(int(88), numberOf(exception))),
      unhandled,
    ),
  );

const optionalUpdate: LfType = {
  kind: "builtin",
  builtin: "Optional",
  arguments: [updateT(int64T)],
};

/** Computes, or throws 2 or 3, with handlers that add 200 and 100 to what was thrown. */
const steered = (way: number): Expr => {
  const when = (number: number, yes: Expr, no: Expr): Expr =>
    ifThenElse(equalInt(int(way), int(number)), yes, no);
  const inner = when(
    1,
    int(way),
    when(
      2,
      throwWorded(int64T, "", 2),
      when(3, throwWorded(int64T, "", 3), when(4, int(way), int(2_000_000))),
    ),
  );
  const adding = (number: number): Expr =>
    ofWorded(
      updateT(int64T),
      (exception) => handledBy(add(int(number), numberOf(exception))),
      handledBy(int(1_000_000)),
    );
  return block(
    [
      [
        "x",
        int64T,
        attempt(
          block(
            [["y", int64T, attempt(returns(add(int(4000), inner)), adding(200))]],
            returns(add(int(2000), variable("y"))),
          ),
          adding(100),
        ),
      ],
    ],
    returns(add(int(1000), variable("x"))),
  );
};

/** `RESULT` with the text, `HANDLED` with the message of a Worded exception, else `UNHANDLED`. */
const wrapped = (body: Expr): Expr =>
  tryCatch(
    textT,
    pure(textT, call(34, text("RESULT: "), body)),
    "e",
    some(
      updateT(textT),
      pure(
        textT,
        ofWorded(
          textT,
          (exception) => call(34, text("HANDLED: "), field(wordedT, "message", exception)),
          text("UNHANDLED"),
        ),
      ),
    ),
  );

const wrappedRow = (what: string, body: Expr, gives: string): UpdateRow => ({
  what,
  update: wrapped(body),
  result: textT,
  gives: JSON.stringify(gives),
});

const ledgerT = dataT("Main:Entry");
export const entryType = recordType("Entry", { party: partyT, number: int64T });
const entry = (party: Expr, number: number): Expr =>
  create("Main:Entry", record(ledgerT, { party, number: int(number) }));
const entryIdT = contractIdT(ledgerT);

const ownEntry = (number: number): Expr => entry(thisField("Entry", "party"), number);

/** What a choice of an entry does: two entries more, or one and an exception. */
export const entryTemplate = template("Entry", {
  signatories: list(partyT, thisField("Entry", "party")),
  choices: [
    choice("Double", {
      consuming: true,
      controllers: list(partyT, thisField("Entry", "party")),
      body: block(
        [
          ["a", entryIdT, ownEntry(400)],
          ["b", entryIdT, ownEntry(500)],
        ],
        pure(unitT, unit),
      ),
    }),
    choice("Stumble", {
      consuming: true,
      controllers: list(partyT, thisField("Entry", "party")),
      body: block(
        [
          ["a", entryIdT, ownEntry(400)],
          ["u", unitT, throwBrief(updateT(unitT))],
          ["b", entryIdT, ownEntry(500)],
        ],
        pure(unitT, unit),
      ),
    }),
  ],
});

/** The one party of the player. */
export const soleParty: Expr = caseOf(
  thisField("Player", "parties"),
  { pattern: { kind: "cons", head: "p", tail: "rest" }, body: variable("p") },
  { pattern: { kind: "default" }, body: apply(typeApply(builtin(1), partyT), text("nobody")) },
);

export const entryFor = (number: number): Expr => entry(soleParty, number);
export { entryIdT };
export const forgiving = (body: Expr): Expr =>
  tryCatch(unitT, body, "e", some(updateT(unitT), pure(unitT, unit)));

export const onEntry = (choiceName: string, id: Expr): Expr =>
  exercise("Main:Entry", choiceName, id, unit);

export const catchingGroups: readonly UpdateGroup[] = [
  { title: "become failures that name them when nobody catches them", rows: unhandledRows },
  {
    title: "are caught, with what they hold",
    rows: [
      row(
        "a handler that takes all",
        attempt(returns(throwWorded(int64T, "oops")), handledBy(int(77))),
        "77",
      ),
      row(
        "a handler that takes the content",
        attempt(
          returns(throwWorded(int64T, "oops", 77)),
          ofWorded(
            updateT(int64T),
            (exception) => handledBy(numberOf(exception)),
            handledBy(int(999)),
          ),
        ),
        "77",
      ),
    ],
  },
  {
    title: "go to the next handler when one declines or throws itself",
    rows: [
      row("the inner handler catches", selective(handledBy(int(77))), "377"),
      row("the inner handler declines", selective(unhandled), "188"),
      row("the inner handler throws", selective(throwWorded(optionalUpdate, "second")), "188"),
      row("the inner handler catches the content", byContent(true, false), "1377"),
      row("the inner handler declines the content", byContent(false, false), "1188"),
      row("the inner handler throws another content", byContent(false, true), "2188"),
    ],
  },
  {
    title: "leave alone what does not throw",
    rows: [
      row("nothing thrown, first way", steered(1), "7001"),
      row("thrown and caught, first content", steered(2), "3202"),
      row("thrown and caught, second content", steered(3), "3203"),
      row("nothing thrown, second way", steered(4), "7004"),
    ],
  },
  {
    title: "may be thrown from anywhere, from the last operand first",
    rows: [
      wrappedRow("nothing thrown", text("fine"), "RESULT: fine"),
      wrappedRow("a known exception", throwWorded(textT, "one"), "HANDLED: one"),
      wrappedRow(
        "an unknown exception",
        throwing(textT, otherT, record(otherT, { message: text("two") })),
        "UNHANDLED",
      ),
      wrappedRow(
        "exceptions in both operands",
        call(34, throwWorded(textT, "left"), throwWorded(textT, "right")),
        "HANDLED: right",
      ),
      wrappedRow(
        "an exception in an exception",
        throwing(textT, wordedT, throwWorded(wordedT, "inside")),
        "HANDLED: inside",
      ),
    ],
  },
  {
    title: "undo creates and exercises when they are caught",
    rows: [
      {
        what: "creates around an exercise, then an exception",
        update: block(
          [
            [
              "u",
              unitT,
              forgiving(
                block(
                  [
                    ["a", entryIdT, entryFor(100)],
                    ["v", unitT, onEntry("Double", variable("a"))],
                    ["b", entryIdT, entryFor(200)],
                  ],
                  throwBrief(updateT(unitT)),
                ),
              ),
            ],
            ["c", entryIdT, entryFor(300)],
          ],
          pure(unitT, unit),
        ),
        gives: "ok",
        shape: "R[C100 X[C400 C500] C200] C300",
      },
    ],
  },
];
