import { expect } from "chai";

import { runScript } from "../../fixtures/script/index.ts";
import { rejectionOf } from "../support/error-of.ts";
import { countLoopIterations } from "../support/loop-iterations.ts";
import { ScriptStage } from "../support/script-stage.ts";

const status = `$FailureStatus {
  errorId = "some.error", category = InvalidGivenCurrentSystemStateOther,
  message = "it is broken", meta = TEXTMAP_EMPTY @Text}`;

/** Source of a script that runs another one, catches its failure, and returns the caught value as text. */
const catches = (
  name: string,
  command: string,
  failure: string,
  told: string,
  inner: string,
): string => `
  val ${name}: $Script Text = $bind @($Either (${failure}) Unit) @Text
    ($ask @${command === "TryCommands" ? "Immediate" : "Delayed"} @($Either (${failure}) Unit) "${command}" 1
      ${command === "TryCommands" ? `(Immediate {act = ${inner}})` : `(Delayed {act = \\(u: Unit) -> ${inner}, dummy = ()})`})
    (\\(caught: $Either (${failure}) Unit) -> $pure @Text (case caught of {
      $Either::Left it -> ${told};
      $Either::Right it -> "nothing"}));`;

const failing = {
  thrown: "Main:throwing",
  inCode: "Main:throwingInCode",
  status: "Main:statusFailing",
  question: "Main:questionFailing",
  fine: "$pure @Unit ()",
} as const;

const catchAll = (name: string, command: string, failure: string, told: string): string =>
  Object.entries(failing)
    .map(([kind, inner]) => catches(`${name}_${kind}`, command, failure, told, inner))
    .join("\n");

const definitions = `
  unserializable record Delayed {act: Unit -> $Script Unit, dummy: Unit}
  unserializable record Immediate {act: $Script Unit}
  unserializable record Throw {exc: AnyException}
  unserializable record Status {status: $FailureStatus}
  record At {time: Timestamp}
  exception Bad {text: Text} message \\(e: Bad) -> e.text;

  val throwing: $Script Unit = $ask @Throw @Unit "Throw" 1
    (Throw {exc = toAnyException @Bad Bad {text = "thrown"}});
  val throwingInCode: $Script Unit = $bind @Unit @Unit ($pure @Unit ()) (\\(u: Unit) ->
    throw @($Script Unit) @Bad Bad {text = "in code"});
  val statusFailing: $Script Unit = $ask @Status @Unit "FailWithStatus" 1 (Status {status = ${status}});
  val questionFailing: $Script Unit =
    $ask @At @Unit "SetTime" 1 (At {time = 1960-01-01T00:00:00Z});
  val aborting: $Script Unit = $bind @Unit @Unit ($pure @Unit ()) (\\(u: Unit) ->
    ERROR @($Script Unit) "aborted");

  ${catchAll(
    "exception",
    "Catch",
    "AnyException",
    `case fromAnyException @Bad it of {Some bad -> Bad.text bad; _ -> "another"}`,
  )}
  ${catchAll("status", "TryFailureStatus", "$FailureStatus", `$FailureStatus.errorId it`)}
  ${catchAll(
    "command",
    "TryCommands",
    "$Triple Text Text Text",
    `APPEND_TEXT ($Triple @Text @Text @Text._1 it) (APPEND_TEXT " " ($Triple @Text @Text @Text._2 it))`,
  )}
  val traced: $Script Text = TRACE @($Script Text) "begins" (
    $bind @Unit @Text ($pure @Unit ()) (\\(u: Unit) ->
      TRACE @($Script Text) "goes on" ($pure @Text "done")));
  val endless: $Script Unit = Main:loop 1;
  record Now {}
  val asking: $Script Unit = $bind @Timestamp @Unit ($ask @Now @Timestamp "GetTime" 1 (Now {}))
    (\\(now: Timestamp) -> Main:asking);
  ${catches("command_asking", "TryCommands", "$Triple Text Text Text", '"caught"', "Main:asking")}
  val tracing: Int64 -> $Script Unit = \\(n: Int64) -> case EQUAL @Int64 n 1200 of {
    True -> $pure @Unit ();
    _ -> TRACE @($Script Unit) (INT64_TO_TEXT n) (Main:tracing (ADD_INT64 n 1))};
  val loop: Int64 -> $Script Unit = \\(n: Int64) -> Main:loop (ADD_INT64 n 1);
`;

describe("failing scripts", () => {
  const stage = new ScriptStage(definitions);

  before(() => stage.open());

  it("report uncaught exceptions as failure statuses", async () => {
    for (const name of ["throwing", "throwingInCode"]) {
      const { ledgerError } = await stage.failure(name);
      expect(ledgerError?.code).to.equal("DAML_FAILURE");
      expect(ledgerError?.details.context).to.include({ error_id: "UNHANDLED_EXCEPTION/Main:Bad" });
    }
  });

  it("report failure statuses, user errors and failed requests to the ledger", async () => {
    expect((await stage.failure("statusFailing")).message).to.include("it is broken");
    const aborted = await stage.failure("aborting");
    expect(aborted.ledgerError?.code).to.equal("INTERPRETATION_USER_ERROR");
    const question = await stage.failure("questionFailing");
    expect(question.command).to.equal("SetTime");
    expect(question.places[0]).to.include({ module: "Main", line: 7, column: 3 });
  });

  it("name the definition in the script's package that failed", async () => {
    for (const name of ["throwing", "throwingInCode", "statusFailing", "aborting"]) {
      const { daml } = await stage.failure(name);
      expect(daml?.location, name).to.include({ module: "Main", definition: name });
    }
    expect((await stage.failure("questionFailing")).daml).to.equal(undefined);
  });

  it("are stopped after a number of steps @slow", async () => {
    expect((await stage.failure("endless")).ledgerError?.code).to.equal(
      "INTERPRETATION_TIME_EXCEEDED",
    );
  });

  for (const name of ["asking", "command_asking"]) {
    it(`are stopped after a timeout, and yield to other work until then: ${name}`, async () => {
      const rounds = countLoopIterations();
      const running = runScript(stage.script(name), { ledger: stage.ledger, timeoutMillis: 50 });
      const error: unknown = await running.catch((reason: unknown) => reason);
      expect(error).to.include({ name: "ScriptError", command: undefined });
      expect(error).to.have.property("message").that.includes("did not end within 0.05 s");
      expect(error).to.have.nested.property("ledgerError.code", "REQUEST_TIME_OUT");
      expect(rounds()).to.be.at.least(1);
    });
  }

  it("refuse a timeout that is not positive or exceeds a timer's maximum", async () => {
    for (const timeoutMillis of [0, -1, Number.NaN, 2 ** 31]) {
      const options = { ledger: stage.ledger, timeoutMillis };
      const { code, cause } = await rejectionOf(runScript(stage.script("traced"), options));
      expect(code).to.equal("INVALID_ARGUMENT");
      expect(cause).to.include("timeoutMillis");
    }
  });

  it("return their last traces, and report all of them while they run", async () => {
    let heard = 0;
    const { traces } = await runScript(stage.script("tracing"), {
      ledger: stage.ledger,
      argument: "0",
      onTrace: () => heard++,
    });
    expect(heard).to.equal(1200);
    expect(traces).to.have.length(1000);
    // TRACE evaluates its second argument before it records the message, so the last number comes first.
    expect([traces[0], traces.at(-1)]).to.deep.equal(["999", "0"]);
  });

  it("return their traces in order", async () => {
    const { ledger } = stage;
    const { result, traces } = await runScript(stage.script("traced"), { ledger });
    expect(result).to.equal("done");
    expect(traces).to.deep.equal(["begins", "goes on"]);
  });
});

const titleByWay = {
  exception: "as an exception",
  status: "as a failure status",
  command: "as a failed command",
} as const;

const titleByKind = {
  thrown: "an exception of a Throw question",
  inCode: "an exception that code throws",
  status: "a failure status",
  question: "a failed question to the ledger",
} as const;

describe("catching a failure of a script", () => {
  const stage = new ScriptStage(definitions);
  /** The result of each way to catch, for each kind of failure; undefined if the failure is not caught. */
  const table = {
    exception: { thrown: "thrown", inCode: "in code", status: undefined, question: undefined },
    status: {
      thrown: "UNHANDLED_EXCEPTION/Main:Bad",
      inCode: "UNHANDLED_EXCEPTION/Main:Bad",
      status: "some.error",
      question: undefined,
    },
    command: {
      thrown: undefined,
      inCode: undefined,
      status: undefined,
      question: "SetTime INVALID_ARGUMENT",
    },
  } as const;

  before(() => stage.open());

  for (const way of ["exception", "status", "command"] as const) {
    for (const kind of ["thrown", "inCode", "status", "question"] as const) {
      const told = table[way][kind];
      const verb = told === undefined ? "does not catch" : "catches";
      it(`${titleByWay[way]} ${verb} ${titleByKind[kind]}`, async () => {
        const name = `${way}_${kind}`;
        if (told === undefined) await stage.failure(name);
        else expect(await stage.result(name)).to.equal(told);
      });
    }
    it(`${titleByWay[way]} returns nothing if nothing fails`, async () => {
      expect(await stage.result(`${way}_fine`)).to.equal("nothing");
    });
  }
});
