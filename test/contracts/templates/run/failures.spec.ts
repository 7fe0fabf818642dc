import { expect } from "chai";

import {
  ContractException,
  type ContractId,
  Decimal,
  definePackage,
  defineTemplate,
  Int64,
  type LedgerError,
  Party,
  Text,
  type TransactionContext,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import { runCommands } from "../../../support/run-commands.ts";

type Code = (tx: TransactionContext, self: ContractId<"Main:Probe">) => unknown;

const Probe = defineTemplate("Main:Probe", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: {
    Run: { consuming: false, result: Text, controllers: ({ owner }) => [owner] },
    Fall: { consuming: true, controllers: ({ owner }) => [owner] },
    Unruly: {
      consuming: false,
      controllers: () => {
        throw new ContractException("Main:NoControllers", "nobody");
      },
    },
  },
});

/** The code of the choice `Run` in the current test. */
let code: Code = () => "";

Probe.implement({
  Run: (tx, _, __, self) => String(code(tx, self)),
  Fall: (tx, self) => {
    tx.create(Probe, self);
    throw new ContractException("Main:Fallen", "fell");
  },
  Unruly: () => undefined,
});

const probes = definePackage({ name: "probes", version: "1.0.0", templates: { Probe } });

const run = (of: Code) => {
  code = of;
  return runCommands(["alice"], [Probe.createAndExercise({ owner: "alice" }, Probe.Run)], {
    known: [probes],
  });
};
const failure = (of: Code) => errorOf(() => run(of));
const kinds = (of: Code) => run(of).transaction.nodes.map(({ kind }) => kind);

describe("failures in the code of templates", () => {
  it("return a status to the client", () => {
    const {
      code: of,
      category,
      context,
    } = failure((tx) =>
      tx.fail({ errorId: "my/id", message: "no", metadata: { limit: "3", error_id: "not this" } }),
    );
    expect(of).to.equal("DAML_FAILURE");
    expect(category).to.equal("invalidState");
    expect(context).to.include({ error_id: "my/id", limit: "3" });
  });

  it("return a status with the category that the template code chose", () => {
    const { category } = failure((tx) =>
      tx.fail({ errorId: "my/id", message: "no", category: "invalidIndependent" }),
    );
    expect(category).to.equal("invalidIndependent");
  });

  it("become DAML_FAILURE if an exception is not caught", () => {
    const {
      code: of,
      context,
      category,
      cause,
    } = failure(() => {
      throw new ContractException("Main:Broke", "not enough");
    });
    expect(of).to.equal("DAML_FAILURE");
    expect(category).to.equal("invalidState");
    expect(context["error_id"]).to.equal("UNHANDLED_EXCEPTION/Main:Broke");
    expect(cause).to.include("not enough");
  });

  it("become DAML_INTERPRETATION_ERROR if the type name of an exception is malformed", () => {
    const { code: of } = failure(() => {
      throw new ContractException("Broke", "not enough");
    });
    expect(of).to.equal("DAML_INTERPRETATION_ERROR");
  });

  it("are exceptions if an arithmetic operation has no result", () => {
    const { context, cause } = failure(() => Decimal.of("1").dividedBy(0));
    expect(context["error_id"]).to.equal(
      "UNHANDLED_EXCEPTION/DA.Exception.ArithmeticError:ArithmeticError",
    );
    expect(cause).to.include("(DIV_NUMERIC 1.0 0.0)");
  });

  it("are exceptions if assertions fail", () => {
    expect(kinds((tx) => tx.assert(true, "fine"))).to.have.length(2);
    const { context } = failure((tx) => tx.assert(false, "not fine"));
    expect(context["error_id"]).to.equal(
      "UNHANDLED_EXCEPTION/DA.Exception.AssertionFailed:AssertionFailed",
    );
  });

  const foreign: readonly (readonly [string, Code])[] = [
    ["a TypeError", () => (undefined as unknown as string).length],
    [
      "a plain object",
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw { odd: true };
      },
    ],
    [
      "an object that cannot be converted to text",
      () => {
        throw Object.create(null);
      },
    ],
    [
      "a revoked proxy",
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw proxy;
      },
    ],
    [
      "undefined",
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw undefined;
      },
    ],
  ];
  for (const [title, of] of foreign) {
    it(`become INTERPRETATION_USER_ERROR if the code throws ${title}`, () => {
      expect(failure(of).code).to.equal("INTERPRETATION_USER_ERROR");
    });
  }

  it("become DAML_INTERPRETATION_ERROR if the code recurses endlessly", () => {
    const { code: of } = failure((tx, self) => tx.exercise(self, Probe.Run));
    expect(of).to.equal("DAML_INTERPRETATION_ERROR");
  });

  it("become DAML_INTERPRETATION_ERROR if a builder refuses its input", () => {
    expect(failure(() => Decimal.of("ten")).code).to.equal("DAML_INTERPRETATION_ERROR");
    const wrong = { owner: 5 } as unknown as { owner: string };
    const { code: of, cause } = failure((tx) => tx.create(Probe, wrong));
    expect(of).to.equal("DAML_INTERPRETATION_ERROR");
    expect(cause).to.include("payload of Main:Probe: owner:");
  });
});

describe("attempt", () => {
  const fall = (tx: TransactionContext, self: ContractId<"Main:Probe">) => {
    tx.exercise(self, Probe.Fall);
    return "done";
  };

  it("rolls back its body when it throws, and continues with the handler", () => {
    const { transaction, created, consumed, results } = run((tx, self) =>
      tx.attempt(
        () => fall(tx, self),
        ({ type, message }) => `${type} ${message}`,
      ),
    );
    expect(results).to.deep.equal(["Main:Fallen fell"]);
    expect(transaction.nodes.map(({ kind }) => kind)).to.deep.equal([
      "create",
      "exercise",
      "rollback",
      "exercise",
      "create",
    ]);
    expect(transaction.nodes[3]).not.to.have.property("result");
    expect(created).to.have.length(1);
    expect(consumed.size).to.equal(0);
  });

  it("leaves no trace if its body succeeds", () => {
    const of: Code = (tx) =>
      tx.attempt(
        () => tx.create(Probe, { owner: "alice" }).toString(),
        () => "",
      );
    expect(kinds(of)).to.deep.equal(["create", "exercise", "create"]);
  });

  it("restores contracts that the rolled-back body consumed", () => {
    const of: Code = (tx, self) => {
      tx.attempt(
        () => fall(tx, self),
        () => "",
      );
      tx.exercise(self, Probe.Archive);
    };
    expect(run(of).consumed.size).to.equal(1);
  });

  it("can rethrow to the enclosing attempt", () => {
    const of: Code = (tx, self) =>
      tx.attempt(
        () =>
          tx.attempt(
            () => fall(tx, self),
            (exception) => {
              throw exception;
            },
          ),
        ({ type }) => `outer ${type}`,
      );
    expect(run(of).results).to.deep.equal(["outer Main:Fallen"]);
    expect(kinds(of)).to.deep.equal(["create", "exercise", "rollback", "exercise", "create"]);
  });

  it("catches exceptions of `ensure` in a create", () => {
    const Strict = defineTemplate("Main:Strict", {
      payload: { owner: Party, level: Int64 },
      signatories: ({ owner }) => [owner],
      ensure: ({ level }) => level > 0n,
      choices: { Lower: { result: Text, controllers: ({ owner }) => [owner] } },
    });
    Strict.implement({
      Lower: (tx, self) =>
        tx.attempt(
          () => tx.create(Strict, { ...self, level: self.level - 1n }).toString(),
          ({ type }) => type,
        ),
    });
    const strict = definePackage({ name: "strict", version: "1.0.0", templates: { Strict } });
    const command = Strict.createAndExercise({ owner: "alice", level: 1 }, Strict.Lower);
    const { results } = runCommands(["alice"], [command], { known: [strict] });
    expect(results).to.deep.equal(["DA.Exception.PreconditionFailed:PreconditionFailed"]);
  });

  const uncatchable: readonly (readonly [string, string, Code])[] = [
    ["a failure with a status", "DAML_FAILURE", (tx) => tx.fail({ errorId: "e", message: "m" })],
    ["missing authority", "DAML_AUTHORIZATION_ERROR", (tx) => tx.create(Probe, { owner: "bob" })],
    ["a missing contract", "CONTRACT_NOT_FOUND", (tx) => tx.fetch(Probe, missing)],
    ["an exception of controllers", "DAML_FAILURE", (tx, self) => tx.exercise(self, Probe.Unruly)],
    [
      "an error of JavaScript",
      "INTERPRETATION_USER_ERROR",
      () => {
        throw new RangeError("out of range");
      },
    ],
  ];
  for (const [title, code_, of] of uncatchable) {
    it(`does not catch ${title}`, () => {
      const attempt: Code = (tx, self) =>
        tx.attempt(
          () => of(tx, self),
          () => "caught",
        );
      expect(failure(attempt).code).to.equal(code_);
    });

    it(`cannot be bypassed by code that catches ${title} itself`, () => {
      const swallow: Code = (tx, self) => {
        try {
          return of(tx, self);
        } catch {
          return "swallowed";
        }
      };
      const outcome = () => run(swallow).results;
      if (code_ === "INTERPRETATION_USER_ERROR") expect(outcome()).to.deep.equal(["swallowed"]);
      else expect(errorOf(outcome).code).to.equal(code_);
    });
  }

  it("is the only way to recover from an exception: code that catches it itself fails at the end", () => {
    const swallow: Code = (tx, self) => {
      try {
        return fall(tx, self);
      } catch {
        return "swallowed";
      }
    };
    expect(failure(swallow).context["error_id"]).to.equal("UNHANDLED_EXCEPTION/Main:Fallen");
    const resume: Code = (tx, self) => {
      swallow(tx, self);
      tx.create(Probe, { owner: "alice" });
    };
    expect(failure(resume).context["error_id"]).to.equal("UNHANDLED_EXCEPTION/Main:Fallen");
    const swallowWithin: Code = (tx, self) =>
      tx.attempt(
        () => String(swallow(tx, self)),
        ({ type }) => `caught ${type}`,
      );
    expect(run(swallowWithin).results).to.deep.equal(["caught Main:Fallen"]);
  });

  it("reports an error that the code caught and replaced by an exception", () => {
    const disguise: Code = (tx) =>
      tx.attempt(
        () => {
          try {
            return tx.fetch(Probe, missing).owner;
          } catch {
            throw new ContractException("Main:Disguise", "nothing to see");
          }
        },
        () => "caught",
      );
    expect(failure(disguise).code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("refuses use of the transaction after its submission has ended", () => {
    let kept: TransactionContext | undefined;
    run((tx) => {
      kept = tx;
    });
    expect(() => kept?.now())
      .to.throw()
      .with.property("name", "LedgerError" satisfies LedgerError["name"]);
  });
});

describe("invalid results of template code", () => {
  const answering = (answer: unknown) => {
    const Odd = defineTemplate("Main:Odd", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
      choices: { Answer: { result: Int64, controllers: ({ owner }) => [owner] } },
    });
    Odd.implement({ Answer: () => answer as bigint });
    const odd = definePackage({ name: "odd", version: "1.0.0", templates: { Odd } });
    const command = Odd.createAndExercise({ owner: "alice" }, Odd.Answer);
    return errorOf(() => runCommands(["alice"], [command], { known: [odd] }));
  };

  for (const answer of [
    undefined,
    null,
    "forty-two",
    1.5,
    2n ** 63n,
    {},
    [],
    Promise.resolve(1n),
  ]) {
    const title =
      typeof answer === "bigint"
        ? "2^63"
        : answer instanceof Promise
          ? "a Promise"
          : JSON.stringify(answer);
    it(`are refused: ${title} for an Int64`, () => {
      const { code: of, cause } = answering(answer);
      expect(of).to.equal("DAML_INTERPRETATION_ERROR");
      expect(cause).to.include("Main:Odd:Answer");
      if (answer instanceof Promise) expect(cause).to.include("Promise");
    });
  }

  it("are refused: Promises that reject, without unhandled rejections", async () => {
    const late = (): Promise<never> => Promise.reject(new Error("This rejection must be ignored."));
    const answers = [late, () => [late()], () => ({ one: { other: [1, late()] } })];
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on("unhandledRejection", hear);
    for (const answer of answers) {
      expect(answering(answer()).code).to.equal("DAML_INTERPRETATION_ERROR");
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", hear);
    expect(unheard).to.deep.equal([]);
  });

  it("are refused immediately: objects that refer to themselves repeatedly", () => {
    const tangle: unknown[] = [];
    for (let count = 0; count < 30; count += 1) tangle.push(tangle);
    expect(answering(tangle).code).to.equal("DAML_INTERPRETATION_ERROR");
  });

  it("are refused without calling getters", () => {
    let asked = 0;
    const lazy = {
      get part() {
        asked += 1;
        return asked;
      },
    };
    expect(answering(lazy).code).to.equal("DAML_INTERPRETATION_ERROR");
    expect(asked).to.equal(0);
  });

  const rules: readonly (readonly [string, object])[] = [
    ["signatories that are a text", { signatories: () => "alice" }],
    ["signatories that are not parties", { signatories: () => ["al/ice"] }],
    ["undefined signatories", { signatories: () => undefined }],
    ["observers that are a Promise", { observers: () => Promise.resolve(["bob"]) }],
    ["an `ensure` that is not a boolean", { ensure: () => "yes" }],
    ["a key of another type", { key: { type: Text, of: () => 5, maintainers: () => ["alice"] } }],
    [
      "maintainers that are not parties",
      { key: { type: Text, of: () => "k", maintainers: () => [5] } },
    ],
  ];
  for (const [title, rule] of rules) {
    it(`are refused: ${title}`, () => {
      const Odd = defineTemplate("Main:Odd", {
        payload: { owner: Party },
        signatories: ({ owner }) => [owner],
        ...rule,
      });
      const odd = definePackage({ name: "odd", version: "1.0.0", templates: { Odd } });
      const create = () =>
        runCommands(["alice"], [Odd.create({ owner: "alice" })], { known: [odd] });
      expect(errorOf(create).code).to.equal("DAML_INTERPRETATION_ERROR");
    });
  }
});

const missing = Probe.contractId(`00${"ab".repeat(32)}ca121220${"ab".repeat(32)}`);
