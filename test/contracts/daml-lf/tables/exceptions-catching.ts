import { definitions, expr } from "../../../support/lf/notation.ts";
import { int64T, textT } from "../../../support/lf/types.ts";
import type { UpdateGroup, UpdateRow } from "./update-table.ts";

export const throwBrief = (type: string): string => `(throw @${type} @Brief Brief {})`;

/**
 * Exceptions: one with a text; one whose message function throws; one whose message function fails; and two
 * with content. The template Entry has choices that create two entries, or create one and throw.
 */
export const exceptionDefinitions = definitions`
  exception Brief {} message \(e: Brief) -> "in brief";
  exception Evasive {} message \(e: Evasive) -> ${throwBrief("Text")};
  exception Stubborn {} message \(e: Stubborn) ->
    FAIL_WITH_STATUS @Text
      "stubborn"
      InvalidGivenCurrentSystemStateOther
      "it will not say"
      (TEXTMAP_EMPTY @Text);
  exception Worded {message: Text, number: Int64} message \(e: Worded) -> e.message;
  exception Other {message: Text} message \(e: Other) -> e.message;
  template Entry with {party: Party, number: Int64} {
    signatories [@Party this.party];
    choice Double by [@Party this.party] = do {
      a: ContractId Entry <- create @Entry Entry {party = this.party, number = 400};
      b: ContractId Entry <- create @Entry Entry {party = this.party, number = 500};
      pure @Unit ()
    };
    choice Stumble by [@Party this.party] = do {
      a: ContractId Entry <- create @Entry Entry {party = this.party, number = 400};
      u: Unit <- ${throwBrief("(Update Unit)")};
      b: ContractId Entry <- create @Entry Entry {party = this.party, number = 500};
      pure @Unit ()
    };
  }
`;

const throwWorded = (type: string, message: string, number = 0): string =>
  `(throw @${type} @Worded Worded {message = "${message}", number = ${number}})`;

const returns = (content: string): string => `(pure @Int64 ${content})`;
const attempt = (body: string, handler: string): string =>
  `(try @Int64 ${body} catch e -> ${handler})`;
const handledBy = (content: string): string => `(Some @(Update Int64) ${returns(content)})`;
const unhandled = "(None @(Update Int64))";

/** Returns a handler with the result `use` for a Worded exception, and `otherwise` for other exceptions. */
const ofWorded = (use: string, otherwise: string): string =>
  `(case fromAnyException @Worded e of {Some worded -> ${use}; None -> ${otherwise}})`;

const number = "(Worded.number worded)";

const row = (what: string, update: string, gives: string): UpdateRow => ({
  what,
  update: expr`${update}`,
  result: int64T,
  gives,
});

const unhandledRows: readonly UpdateRow[] = [
  {
    ...row(
      "thrown in an operand",
      returns(`(ADD_INT64 10 ${throwBrief("Int64")})`),
      "fails UNHANDLED_EXCEPTION/Main:Brief",
    ),
    saying: "in brief",
  },
  {
    ...row(
      "thrown where the handler declines",
      attempt(returns(`(ADD_INT64 10 ${throwBrief("Int64")})`), unhandled),
      "fails UNHANDLED_EXCEPTION/Main:Brief",
    ),
    saying: "in brief",
  },
  {
    ...row(
      "thrown for a result",
      returns(throwBrief("Int64")),
      "fails UNHANDLED_EXCEPTION/Main:Brief",
    ),
    saying: "in brief",
  },
  {
    ...row(
      "thrown, its message throwing",
      returns("(throw @Int64 @Evasive Evasive {})"),
      "fails UNHANDLED_EXCEPTION/Main:Evasive",
    ),
    saying: "<Failed to calculate message as Main:Brief was thrown during conversion>",
  },
  {
    ...row(
      "thrown, its message failing",
      returns("(throw @Int64 @Stubborn Stubborn {})"),
      "fails stubborn",
    ),
    saying: "it will not say",
  },
  {
    ...row(
      "thrown by a builtin",
      returns("(DIV_INT64 1 0)"),
      "fails UNHANDLED_EXCEPTION/DA.Exception.ArithmeticError:ArithmeticError",
    ),
    saying: "ArithmeticError while evaluating (DIV_INT64 1 0).",
  },
];

/** Returns a try block inside another one; a number is added after each of them. */
const nested = (
  body: string,
  inner: string,
  outer: string,
  [afterInner, afterOuter] = [200, 100],
): string => `
  do {
    x: Int64 <-
      try @Int64 do {
        y: Int64 <- ${attempt(returns(body), inner)};
        pure @Int64 (ADD_INT64 ${afterInner} y)
      }
      catch e -> ${outer};
    pure @Int64 (ADD_INT64 ${afterOuter} x)
  }`;

const selective = (inner: string): string =>
  nested(throwWorded("Int64", "first"), inner, handledBy("88"));

/**
 * Returns nested try blocks whose handlers add the content of the exception, and do not handle other
 * exceptions.
 */
const byContent = (catches: "True" | "False", throwsAgain: "True" | "False"): string => {
  const again = throwWorded("(Optional (Update Int64))", "", 2000);
  return nested(
    throwWorded("Int64", "", 1000),
    `if ${catches}
      then ${ofWorded(handledBy(`(ADD_INT64 77 ${number})`), unhandled)}
      else if ${throwsAgain} then ${again} else ${unhandled}`,
    ofWorded(handledBy(`(ADD_INT64 88 ${number})`), unhandled),
  );
};

/**
 * Returns code that computes a number or throws 2 or 3, with handlers that add 200 and 100 to the thrown
 * number.
 */
const steered = (way: number): string => {
  const inner = `
    if EQUAL @Int64 ${way} 1 then ${way}
    else if EQUAL @Int64 ${way} 2 then ${throwWorded("Int64", "", 2)}
    else if EQUAL @Int64 ${way} 3 then ${throwWorded("Int64", "", 3)}
    else if EQUAL @Int64 ${way} 4 then ${way}
    else 2000000`;
  const adding = (more: number): string =>
    ofWorded(handledBy(`(ADD_INT64 ${more} ${number})`), handledBy("1000000"));
  return nested(`(ADD_INT64 4000 (${inner}))`, adding(200), adding(100), [2000, 1000]);
};

/**
 * Wraps code so that its result is `RESULT` with the text, `HANDLED` with the message of a Worded exception,
 * or `UNHANDLED`.
 */
const wrapped = (body: string): string => {
  const handled = ofWorded('APPEND_TEXT "HANDLED: " (Worded.message worded)', '"UNHANDLED"');
  return `
    try @Text pure @Text (APPEND_TEXT "RESULT: " ${body})
    catch e -> Some @(Update Text) (pure @Text ${handled})`;
};

const wrappedRow = (what: string, body: string, gives: string): UpdateRow => ({
  what,
  update: expr`${wrapped(body)}`,
  result: textT,
  gives: JSON.stringify(gives),
});

/** The only party of the player. */
export const soleParty =
  '(case Player.parties this of {[p, ...rest] -> p; _ -> ERROR @Party "nobody"})';

/** Returns a step that creates an entry. */
export const entryFor = (name: string, entry: number): string =>
  `${name}: ContractId Entry <- create @Entry Entry {party = ${soleParty}, number = ${entry}};`;
export const forgiving = (body: string): string =>
  `try @Unit ${body} catch e -> Some @(Update Unit) (pure @Unit ())`;

export const catchingGroups: readonly UpdateGroup[] = [
  { title: "become failures that name the exception if they are not caught", rows: unhandledRows },
  {
    title: "are caught with their content",
    rows: [
      row(
        "a handler that takes all",
        attempt(returns(throwWorded("Int64", "oops")), handledBy("77")),
        "77",
      ),
      row(
        "a handler that takes the content",
        attempt(
          returns(throwWorded("Int64", "oops", 77)),
          ofWorded(handledBy(number), handledBy("999")),
        ),
        "77",
      ),
    ],
  },
  {
    title: "are passed to the next handler if a handler declines or throws",
    rows: [
      row("the inner handler catches", selective(handledBy("77")), "377"),
      row("the inner handler declines", selective(unhandled), "188"),
      row(
        "the inner handler throws",
        selective(throwWorded("(Optional (Update Int64))", "second")),
        "188",
      ),
      row("the inner handler catches the content", byContent("True", "False"), "1377"),
      row("the inner handler declines the content", byContent("False", "False"), "1188"),
      row("the inner handler throws another content", byContent("False", "True"), "2188"),
    ],
  },
  {
    title: "have no effect on code that does not throw",
    rows: [
      row("nothing thrown, first way", steered(1), "7001"),
      row("thrown and caught, first content", steered(2), "3202"),
      row("thrown and caught, second content", steered(3), "3203"),
      row("nothing thrown, second way", steered(4), "7004"),
    ],
  },
  {
    title: "may be thrown anywhere; the last operand is evaluated first",
    rows: [
      wrappedRow("nothing thrown", '"fine"', "RESULT: fine"),
      wrappedRow("a known exception", throwWorded("Text", "one"), "HANDLED: one"),
      wrappedRow(
        "an unknown exception",
        '(throw @Text @Other Other {message = "two"})',
        "UNHANDLED",
      ),
      wrappedRow(
        "exceptions in both operands",
        `(APPEND_TEXT ${throwWorded("Text", "left")} ${throwWorded("Text", "right")})`,
        "HANDLED: right",
      ),
      wrappedRow(
        "an exception in an exception",
        `(throw @Text @Worded ${throwWorded("Worded", "inside")})`,
        "HANDLED: inside",
      ),
    ],
  },
  {
    title: "undo creates and exercises when they are caught",
    rows: [
      {
        what: "creates around an exercise, then an exception",
        update: expr`
          do {
            u: Unit <- ${forgiving(`do {
              ${entryFor("a", 100)}
              v: Unit <- exercise @Entry Double a ();
              ${entryFor("b", 200)}
              ${throwBrief("(Update Unit)")}
            }`)};
            ${entryFor("c", 300)}
            pure @Unit ()
          }
        `,
        gives: "ok",
        shape: "R[C100 X[C400 C500] C200] C300",
      },
    ],
  },
];
