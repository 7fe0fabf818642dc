import { expect } from "chai";

import {
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
  type PrepareSubmissionResponse,
} from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { definePackage, defineTemplate, Party, Text } from "../../../../lib/index.ts";
import { activeContractIds } from "../../../support/active-contract-ids.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { tuple2, tuplesPackage } from "../../../support/lf/tuples.ts";
import { actions, worldPackage } from "../../../support/lf/world.ts";
import { alterPrepared, decodePrepared } from "../../../support/prepared-transactions.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";

const foundT = `(${tuple2} (ContractId Keyed) Keyed)`;
const first = `first: ${foundT} <- fetchByKey @Keyed this.owner;`;

const keyedWorld = worldPackage({
  languageVersion: "2.3",
  main: definitions`
    template Keyed with {signer: Party, tag: Int64} {
      signatories [@Party this.signer];
      key Party = this.signer maintained by \(key: Party) -> [@Party key];
    }
  `,
  actions: actions`
    nonconsuming choice Query = do {
      q: Optional (List ${foundT}) <- queryByKey @Keyed 2 this.owner;
      pure @Unit ()
    };
    nonconsuming choice QueryAll = do {
      q: Optional (List ${foundT}) <- queryByKey @Keyed 10 this.owner;
      pure @Unit ()
    };
    nonconsuming choice TakeFirst = do {${first} exercise @Keyed Archive first._1 ()};
    nonconsuming choice TakeTwo = do {
      ${first}
      gone: Unit <- exercise @Keyed Archive first._1 ();
      second: ${foundT} <- fetchByKey @Keyed this.owner;
      local: ContractId Keyed <- create @Keyed Keyed {signer = this.owner, tag = 9};
      q: Optional (List ${foundT}) <- queryByKey @Keyed 2 this.owner;
      exercise @Keyed Archive second._1 ()
    };
    nonconsuming choice ByKey = exerciseByKey @Keyed Archive this.owner ();
  `,
});

const Seat = defineTemplate("Hall:Seat", {
  payload: { owner: Party, row: Text },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, row: Text },
    of: ({ owner, row }) => ({ owner, row }),
    maintainers: ({ owner }) => [owner],
    unique: true,
  },
  choices: {},
});

const hall = definePackage({ name: "hall", version: "1.0.0", templates: { Seat } });

const scheme = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" };

/**
 * Creates a ledger of protocol version 35 with an actor of alice and several contracts whose key is alice.
 */
const keyedLedger = async (tags: readonly number[], seed = 1) => {
  const packages = createDamlLoader().load(assembleDar(keyedWorld, [tuplesPackage()]));
  const { ledger, alice, aliceKey } = await signingLedger({ packages, protocolVersion: 35, seed });
  const execute = async (prepared: PrepareSubmissionResponse): Promise<readonly string[]> => {
    const body = signedBody(prepared, aliceKey);
    const { transaction } = await executePreparedAndWaitForTransaction(ledger, body);
    return transaction.events.flatMap((event) =>
      "CreatedEvent" in event ? [event.CreatedEvent.contractId] : [],
    );
  };
  const add = async (entity: string, createArguments: object): Promise<string> => {
    const CreateCommand = { templateId: `#world:Main:${entity}`, createArguments };
    const [contractId = ""] = await execute(
      await prepare(ledger, alice, { CreateCommand }, scheme),
    );
    return contractId;
  };
  const addKeyed = (tag: number) => add("Keyed", { signer: alice, tag: String(tag) });
  const actor = await add("Actor", { owner: alice, other: alice });
  const keyed: string[] = [];
  for (const tag of tags) keyed.unshift(await addKeyed(tag));
  const prepareAction = (choice: string) => {
    const ExerciseCommand = {
      templateId: "#world:Main:Actor",
      contractId: actor,
      choice,
      choiceArgument: {},
    };
    return prepare(ledger, alice, { ExerciseCommand }, scheme);
  };
  const active = () =>
    activeContractIds(ledger.state)
      .filter((id) => id !== actor)
      .sort();
  return { ledger, aliceKey, keyed, active, addKeyed, prepareAction, execute };
};

const kindsOf = (prepared: PrepareSubmissionResponse): readonly string[] =>
  [...decodePrepared(prepared).transaction.nodes.values()].map((node) =>
    "byKey" in node && node.byKey ? `${node.kind} by key` : node.kind,
  );

describe("contract keys in signed transactions", () => {
  it("record a query by key, and whether there are further contracts", async () => {
    const { keyed, prepareAction, execute } = await keyedLedger([1, 2, 3]);
    for (const [choice, result, exhaustive] of [
      ["Query", keyed.slice(0, 2), false],
      ["QueryAll", keyed, true],
    ] as const) {
      const prepared = await prepareAction(choice);
      const node = decodePrepared(prepared).transaction.nodes.get("1");
      expect(node).to.deep.include({ kind: "queryByKey", result, exhaustive });
      await execute(prepared);
    }
    const none = await keyedLedger([]);
    const prepared = await none.prepareAction("QueryAll");
    const node = decodePrepared(prepared).transaction.nodes.get("1");
    expect(node).to.deep.include({ kind: "queryByKey", result: [], exhaustive: true });
    await none.execute(prepared);
  });

  it("are fetched and exercised, together with contracts that the transaction creates", async () => {
    const { keyed, active, prepareAction, execute } = await keyedLedger([1, 2, 3]);
    const prepared = await prepareAction("TakeTwo");
    expect(kindsOf(prepared)).to.deep.equal([
      "fetch by key",
      "exercise",
      "fetch by key",
      "create",
      "queryByKey",
      "exercise",
      "exercise",
    ]);
    const created = await execute(prepared);
    expect(active()).to.deep.equal([...created, ...keyed.slice(2)].sort());
    const byKey = await prepareAction("ByKey");
    expect(kindsOf(byKey)).to.deep.equal(["exercise by key", "exercise"]);
    await execute(byKey);
    expect(active()).to.deep.equal(keyed.slice(2));
  });

  it("refer to the contracts in the signed order, not in the order of their ids", async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { prepareAction, addKeyed, active, execute } = await keyedLedger([1, 2, 3], seed);
      for (const choice of ["Query", "TakeTwo", "TakeFirst"] as const) {
        const prepared = await prepareAction(choice);
        await addKeyed(4);
        await execute(prepared);
      }
      expect(active()).to.have.lengthOf(4);
    }
  });

  it("can be sent with nodes and inputs in another order", async () => {
    const { prepareAction, execute } = await keyedLedger([1, 2, 3]);
    const prepared = await prepareAction("TakeTwo");
    const reversed = alterPrepared(prepared, ({ transaction, metadata }) => ({
      transaction: { ...transaction, nodes: new Map([...transaction.nodes].reverse()) },
      metadata: { ...metadata, inputContracts: metadata.inputContracts.toReversed() },
    }));
    await execute(reversed);
  });

  it("refer only to the signed contracts", async () => {
    const { ledger, aliceKey, prepareAction, execute } = await keyedLedger([1, 2]);
    const rejection = async (prepared: PrepareSubmissionResponse) =>
      rejectionOf(executePreparedAndWait(ledger, signedBody(prepared, aliceKey)));
    const all = await prepareAction("QueryAll");
    const first = await prepareAction("TakeFirst");
    await execute(await prepareAction("ByKey"));
    expect((await rejection(first)).code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    expect((await rejection(all)).code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
  });

  it("refer to the signed contracts even if other contracts have the key at execution", async () => {
    for (const numbers of [[1, 2], []]) {
      const { prepareAction, addKeyed, execute } = await keyedLedger(numbers);
      const all = await prepareAction("QueryAll");
      await addKeyed(3);
      await execute(all);
    }
  });

  it("are refused if keys are unique and another contract has got the key since", async () => {
    const { ledger, alice, aliceKey } = await signingLedger({ packages: [hall] });
    const seat = Seat.create({ owner: alice, row: "A" });
    const [late, early] = [
      await prepare(ledger, alice, seat, scheme),
      await prepare(ledger, alice, seat, scheme),
    ];
    await executePreparedAndWait(ledger, signedBody(early, aliceKey));
    const { code } = await rejectionOf(executePreparedAndWait(ledger, signedBody(late, aliceKey)));
    expect(code).to.equal("DUPLICATE_CONTRACT_KEY");
  });
});
