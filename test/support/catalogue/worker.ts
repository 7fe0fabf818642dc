import {
  ContractException,
  ContractId,
  definePackage,
  defineTemplate,
  List,
  Optional,
  Party,
  Text,
  type TransactionContext,
} from "../../../lib/index.ts";

/** The contract that workers use, found by its id or by its key. */
export const Deed = defineTemplate("Work:Deed", {
  payload: { owner: Party, name: Text, readers: List(Party) },
  signatories: ({ owner }) => [owner],
  observers: ({ readers }) => readers,
  key: {
    type: { owner: Party, name: Text },
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Touch: { consuming: false, controllers: ({ owner }) => [owner] },
    Use: { controllers: ({ owner }) => [owner] },
    Show: {
      consuming: false,
      argument: { reader: Party },
      controllers: (_, { reader }) => [reader],
    },
  },
});

Deed.implement({ Touch: () => undefined, Use: () => undefined, Show: () => undefined });

const job = {
  program: Text,
  deed: Optional(ContractId("Work:Deed")),
  owner: Party,
  name: Text,
};

/**
 * A contract whose choice runs a program of a few words, with the authority of its owner and of the other
 * signatories.
 */
export const Worker = defineTemplate("Work:Worker", {
  payload: { owner: Party, signers: List(Party) },
  signatories: ({ owner, signers }) => [owner, ...signers],
  choices: { Run: { consuming: false, argument: job, controllers: ({ owner }) => [owner] } },
});

interface Job {
  readonly program: string;
  readonly deed: ReturnType<typeof Deed.contractId> | null;
  readonly owner: string;
  readonly name: string;
}

/** The state of a running program: the remaining words, and the deed that they use. */
class Run {
  readonly #transaction: TransactionContext;
  readonly #job: Job;
  readonly #words: string[];
  #deed: Job["deed"];

  constructor(transaction: TransactionContext, given: Job) {
    this.#transaction = transaction;
    this.#job = given;
    this.#words = given.program.split(" ");
    this.#deed = given.deed;
  }

  /** Runs words up to the end of the program or to the closing parenthesis. */
  steps(): void {
    for (let word = this.#words.shift(); word !== undefined; word = this.#words.shift()) {
      if (word === ")") return;
      if (word === "(") this.#attempt();
      else this.#step(word);
    }
  }

  /** Runs the part in parentheses; if it throws `Work:Thrown`, skips the rest of it. */
  #attempt(): void {
    this.#transaction.attempt(
      () => {
        this.steps();
      },
      (exception) => {
        if (exception.type !== "Work:Thrown") throw exception;
        for (let open = 1; open > 0;) {
          const word = this.#words.shift();
          open += word === "(" ? 1 : word === ")" || word === undefined ? -1 : 0;
        }
      },
    );
  }

  #step(word: string): void {
    const transaction = this.#transaction;
    const { owner, name } = this.#job;
    const key = { owner, name };
    switch (word) {
      case "create":
        this.#deed = transaction.create(Deed, { owner, name, readers: [] });
        return;
      case "fetch":
        transaction.fetch(Deed, this.#given);
        return;
      case "touch":
        transaction.exercise(this.#given, Deed.Touch);
        return;
      case "use":
        transaction.exercise(this.#given, Deed.Use);
        return;
      case "fetchByKey":
        transaction.fetchByKey(Deed, key);
        return;
      case "some":
        transaction.assert(transaction.lookupByKey(Deed, key) !== null, "there is none");
        return;
      case "none":
        transaction.assert(transaction.lookupByKey(Deed, key) === null, "there is one");
        return;
      case "throw":
        throw new ContractException("Work:Thrown", "the program throws this exception");
      case "throwOther":
        throw new ContractException("Work:OtherThrown", "the program throws this other exception");
    }
  }

  get #given(): NonNullable<Job["deed"]> {
    const deed = this.#deed;
    if (deed === null) throw new ContractException("Work:NoDeed", "there is no deed");
    return deed;
  }
}

Worker.implement({
  Run: (transaction, _, argument) => {
    new Run(transaction, argument).steps();
  },
});

/** Contains the id of a contract, and has a key. */
export const Link = defineTemplate("Work:Link", {
  payload: { owner: Party, at: ContractId("Work:Deed") },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party },
    of: ({ owner }) => ({ owner }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Change: {
      argument: { at: ContractId("Work:Deed") },
      consuming: false,
      controllers: ({ owner }) => [owner],
    },
  },
});

Link.implement({ Change: () => undefined });

export const workPackage = definePackage({
  name: "work",
  version: "1.0.0",
  templates: { Deed, Worker, Link },
});
