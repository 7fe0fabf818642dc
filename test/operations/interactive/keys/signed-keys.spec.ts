import { expect } from "chai";

import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { Expr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { decodeBase64, encodeBase64 } from "../../../../lib/ground/values/base64.ts";
import {
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
} from "../../../../lib/operations/interactive/submit/execute-prepared.ts";
import type { PrepareSubmissionResponse } from "../../../../lib/operations/interactive/submit/prepare-transaction.ts";
import type { PreparedTransaction } from "../../../../lib/operations/interactive/wire/prepared-transaction.ts";
import { decodePreparedTransaction } from "../../../../lib/operations/interactive/wire/prepared-transaction-decode.ts";
import { encodePreparedTransaction } from "../../../../lib/operations/interactive/wire/prepared-transaction-encode.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { recordType, template } from "../../../support/lf/definitions.ts";
import {
  apply,
  block,
  create,
  exercise,
  field,
  int,
  lambda,
  list,
  pure,
  record,
  unit,
  update,
  variable,
} from "../../../support/lf/expressions.ts";
import { pairT, partOf, tuplesPackage } from "../../../support/lf/tuples.ts";
import {
  contractIdT,
  dataT,
  int64T,
  listT,
  optionalT,
  partyT,
  unitT,
} from "../../../support/lf/types.ts";
import { owner, worldPackage } from "../../../support/lf/world.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";

const keyedT = dataT("Main:Keyed");
const foundT = pairT(contractIdT(keyedT), keyedT);
const foundListT = optionalT(listT(foundT));
const queryByKey = (count: number): Expr =>
  apply(update({ kind: "queryByKey", templateId: "self:Main:Keyed" }), int(count), owner);
const fetchByKey = apply(update({ kind: "fetchByKey", templateId: "self:Main:Keyed" }), owner);
const archiveFound = (name: string): Expr =>
  exercise("Main:Keyed", "Archive", partOf(foundT, "_1", variable(name)), unit);
const createKeyed = (tag: number): Expr =>
  create("Main:Keyed", record(keyedT, { signer: owner, tag: int(tag) }));

const actions = {
  Query: { argument: unitT, body: block([["q", foundListT, queryByKey(2)]], pure(unitT, unit)) },
  QueryAll: { body: block([["q", foundListT, queryByKey(10)]], pure(unitT, unit)) },
  TakeFirst: { body: block([["first", foundT, fetchByKey]], archiveFound("first")) },
  TakeTwo: {
    body: block(
      [
        ["first", foundT, fetchByKey],
        ["gone", unitT, archiveFound("first")],
        ["second", foundT, fetchByKey],
        ["local", contractIdT(keyedT), createKeyed(9)],
        ["q", foundListT, queryByKey(2)],
      ],
      archiveFound("second"),
    ),
  },
  ByKey: {
    body: update({
      kind: "exerciseByKey",
      templateId: "self:Main:Keyed",
      choice: "Archive",
      key: owner,
      argument: unit,
    }),
  },
};

const keyedWorld = worldPackage({
  languageVersion: "2.3",
  dataTypes: [recordType("Keyed", { signer: partyT, tag: int64T })],
  templates: [
    template("Keyed", {
      signatories: list(partyT, field(keyedT, "signer", variable("this"))),
      key: {
        type: partyT,
        body: field(keyedT, "signer", variable("this")),
        maintainers: lambda([["key", partyT]], list(partyT, variable("key"))),
      },
    }),
  ],
  actions,
});

const scheme = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" };

/** Alice with an actor and contracts that all have her for a key, on protocol version 35. */
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
  const prepareAction = (choice: keyof typeof actions) => {
    const ExerciseCommand = {
      templateId: "#world:Main:Actor",
      contractId: actor,
      choice,
      choiceArgument: {},
    };
    return prepare(ledger, alice, { ExerciseCommand }, scheme);
  };
  const active = () =>
    [...ledger.state.active.all.entries()].flatMap(([, id]) => (id === actor ? [] : [id])).sort();
  return { ledger, aliceKey, keyed, active, addKeyed, prepareAction, execute };
};

const decoded = ({ preparedTransaction }: PrepareSubmissionResponse): PreparedTransaction =>
  decodePreparedTransaction(decodeBase64(preparedTransaction) ?? new Uint8Array());

const kindsOf = (prepared: PrepareSubmissionResponse): readonly string[] =>
  [...decoded(prepared).transaction.nodes.values()].map((node) =>
    "byKey" in node && node.byKey ? `${node.kind} by key` : node.kind,
  );

describe("contract keys in signed transactions", () => {
  it("are queried, and the query tells whether there is more", async () => {
    const { keyed, prepareAction, execute } = await keyedLedger([1, 2, 3]);
    for (const [choice, result, exhaustive] of [
      ["Query", keyed.slice(0, 2), false],
      ["QueryAll", keyed, true],
    ] as const) {
      const prepared = await prepareAction(choice);
      const node = decoded(prepared).transaction.nodes.get("1");
      expect(node).to.deep.include({ kind: "queryByKey", result, exhaustive });
      await execute(prepared);
    }
    const none = await keyedLedger([]);
    const prepared = await none.prepareAction("QueryAll");
    const node = decoded(prepared).transaction.nodes.get("1");
    expect(node).to.deep.include({ kind: "queryByKey", result: [], exhaustive: true });
    await none.execute(prepared);
  });

  it("are fetched and exercised by, together with what the transaction creates", async () => {
    const { keyed, active, prepareAction, execute } = await keyedLedger([1, 2, 3]);
    const prepared = await prepareAction("TakeTwo");
    expect(kindsOf(prepared)).to.deep.equal([
      "exercise",
      "fetch by key",
      "exercise",
      "fetch by key",
      "create",
      "queryByKey",
      "exercise",
    ]);
    const created = await execute(prepared);
    expect(active()).to.deep.equal([...created, ...keyed.slice(2)].sort());
    const byKey = await prepareAction("ByKey");
    expect(kindsOf(byKey)).to.deep.equal(["exercise", "exercise by key"]);
    await execute(byKey);
    expect(active()).to.deep.equal(keyed.slice(2));
  });

  it("stand for the contracts that were signed, in their order, however ids sort", async () => {
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

  it("may come with their nodes and inputs in another order", async () => {
    const { prepareAction, execute } = await keyedLedger([1, 2, 3]);
    const prepared = await prepareAction("TakeTwo");
    const { transaction, metadata } = decoded(prepared);
    const nodes = new Map([...transaction.nodes].reverse());
    const inputContracts = metadata.inputContracts.toReversed();
    const bytes = encodePreparedTransaction({
      transaction: { ...transaction, nodes },
      metadata: { ...metadata, inputContracts },
    });
    await execute({ ...prepared, preparedTransaction: encodeBase64(bytes) });
  });

  it("stand for nothing else than what was signed", async () => {
    const { ledger, aliceKey, prepareAction, addKeyed, execute } = await keyedLedger([1, 2]);
    const rejection = async (prepared: PrepareSubmissionResponse) =>
      rejectionOf(executePreparedAndWait(ledger, signedBody(prepared, aliceKey)));
    const all = await prepareAction("QueryAll");
    const first = await prepareAction("TakeFirst");
    await execute(await prepareAction("ByKey"));
    expect((await rejection(first)).code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    expect((await rejection(all)).code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    const rest = await prepareAction("QueryAll");
    await addKeyed(3);
    expect((await rejection(rest)).code).to.equal("INCONSISTENT_CONTRACT_KEY");
  });
});
