import { expect } from "chai";

import type { Expr, LfType } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { encodeCreatedEventBlob } from "../../../lib/contracts/transaction/created-event-blob.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { recordType, template, valueOf } from "../../support/lf/definitions.ts";
import {
  add,
  apply,
  block,
  bool,
  builtin,
  caseOf,
  consTo,
  create,
  error,
  exercise,
  fetch,
  field,
  int,
  lambda,
  list,
  pure,
  record,
  some,
  text,
  throwing,
  tryCatch,
  typeApply,
  unit,
  update,
  value,
  variable,
} from "../../support/lf/expressions.ts";
import { pairT, partOf, tuplesPackage } from "../../support/lf/tuples.ts";
import {
  contractIdT,
  dataT,
  functionT,
  int64T,
  listT,
  optionalT,
  partyT,
  unitT,
  updateT,
} from "../../support/lf/types.ts";
import { boomT, other, owner, World } from "../../support/lf/world.ts";

/** Signed by `signer`, seen by `reader`, with its signer for a key. The tag tells contracts apart. */
const keyedT = dataT("Main:Keyed");
const keyedIdT = contractIdT(keyedT);
const foundT = pairT(keyedIdT, keyedT);
const tagsT = listT(int64T);
const thisKeyed = (name: string): Expr => field(keyedT, name, variable("this"));

const keyed = (tag: Expr, signer: Expr = owner): Expr =>
  record(keyedT, { signer, reader: signer, tag });
const createKeyed = (tag: number): Expr => create("Main:Keyed", keyed(int(tag)));
const archiveKeyed = (contractId: Expr): Expr =>
  exercise("Main:Keyed", "Archive", contractId, unit);

const queryByKey = (count: Expr, key: Expr = owner): Expr =>
  apply(update({ kind: "queryByKey", templateId: "self:Main:Keyed" }), count, key);
const fetchByKey = (key: Expr = owner): Expr =>
  apply(update({ kind: "fetchByKey", templateId: "self:Main:Keyed" }), key);

const tagOf = (found: Expr): Expr => field(keyedT, "tag", partOf(foundT, "_2", found));

/** The tags of what a query found. */
const tagsOf = (found: Expr): Expr => apply(value("Main:tags"), found);
const tagsFunction = valueOf(
  "tags",
  functionT([optionalT(listT(foundT))], tagsT),
  lambda(
    [["found", optionalT(listT(foundT))]],
    caseOf(
      variable("found"),
      {
        pattern: { kind: "some", binder: "all" },
        body: apply(
          typeApply(builtin(44), foundT, tagsT),
          lambda(
            [
              ["each", foundT],
              ["tags", tagsT],
            ],
            consTo(int64T, tagOf(variable("each")), variable("tags")),
          ),
          list(int64T),
          variable("all"),
        ),
      },
      { pattern: { kind: "none" }, body: error(tagsT, "a query answers always") },
    ),
  ),
);

/** Performs the steps, then tells the tags of a query for ten contracts. */
const thenTags = (...steps: Parameters<typeof block>[0]) => ({
  result: tagsT,
  body: block(
    [...steps, ["found", optionalT(listT(foundT)), queryByKey(int(10))]],
    pure(tagsT, tagsOf(variable("found"))),
  ),
});

const caught = (...steps: Parameters<typeof block>[0]): Expr =>
  tryCatch(
    unitT,
    block(steps, throwing(updateT(unitT), boomT, record(boomT, { text: text("inside") }))),
    "e",
    some(updateT(unitT), pure(unitT, unit)),
  );

/** The id of the first contract with the key, to go on with. */
const firstId = (name: string): readonly [string, LfType, Expr] => [name, foundT, fetchByKey()];
const idOf = (name: string): Expr => partOf(foundT, "_1", variable(name));

const looseT = dataT("Main:Loose");
const thisLoose = (name: string): Expr => field(looseT, name, variable("this"));
const partiesT = listT(partyT);
const loose = (keepers: Expr): Expr => record(looseT, { signer: owner, keepers });

const pointerT = dataT("Main:Pointer");
const strictT = dataT("Main:Strict");
const thisIn = (type: LfType, name: string): Expr => field(type, name, variable("this"));

const templates = [
  template("Keyed", {
    signatories: list(partyT, thisKeyed("signer")),
    observers: list(partyT, thisKeyed("reader")),
    key: {
      type: partyT,
      body: thisKeyed("signer"),
      maintainers: lambda([["key", partyT]], list(partyT, variable("key"))),
    },
  }),
  // Its key names its maintainers.
  template("Loose", {
    signatories: list(partyT, thisLoose("signer")),
    key: {
      type: partiesT,
      body: thisLoose("keepers"),
      maintainers: lambda([["key", partiesT]], variable("key")),
    },
  }),
  // Its key holds a contract id.
  template("Pointer", {
    signatories: list(partyT, thisIn(pointerT, "signer")),
    key: {
      type: pointerT,
      body: variable("this"),
      maintainers: lambda(
        [["key", pointerT]],
        list(partyT, field(pointerT, "signer", variable("key"))),
      ),
    },
  }),
  // Its precondition fails before its key would.
  template("Strict", {
    precondition: bool(false),
    signatories: list(partyT, thisIn(strictT, "signer")),
    key: {
      type: partyT,
      body: error(partyT, "the key was evaluated"),
      maintainers: lambda([["key", partyT]], list(partyT, variable("key"))),
    },
  }),
];

const actions = {
  Make: {
    argument: int64T,
    result: keyedIdT,
    body: create("Main:Keyed", keyed(variable("arg"))),
  },
  Tags: {
    argument: int64T,
    result: tagsT,
    controllers: list(partyT, other),
    body: block(
      [["found", optionalT(listT(foundT)), queryByKey(variable("arg"))]],
      pure(tagsT, tagsOf(variable("found"))),
    ),
  },
  First: {
    result: int64T,
    controllers: list(partyT, other),
    body: block([firstId("first")], pure(int64T, tagOf(variable("first")))),
  },
  FetchOf: {
    argument: partyT,
    result: int64T,
    body: block(
      [["first", foundT, fetchByKey(variable("arg"))]],
      pure(int64T, tagOf(variable("first"))),
    ),
  },
  QueryOf: {
    argument: partyT,
    result: tagsT,
    body: block(
      [["found", optionalT(listT(foundT)), queryByKey(int(1), variable("arg"))]],
      pure(tagsT, tagsOf(variable("found"))),
    ),
  },
  LocalsFirst: thenTags(["a", keyedIdT, createKeyed(101)], ["b", keyedIdT, createKeyed(102)]),
  ArchivedLocal: thenTags(
    ["a", keyedIdT, createKeyed(101)],
    ["u", unitT, archiveKeyed(variable("a"))],
  ),
  ArchivedByKey: thenTags(firstId("first"), ["u", unitT, archiveKeyed(idOf("first"))]),
  FetchedById: thenTags(firstId("first"), ["again", keyedT, fetch("Main:Keyed", idOf("first"))]),
  Transient: {
    result: int64T,
    body: block(
      [
        ["a", keyedIdT, createKeyed(101)],
        firstId("first"),
        ["u", unitT, archiveKeyed(idOf("first"))],
        firstId("second"),
      ],
      pure(int64T, add(tagOf(variable("first")), tagOf(variable("second")))),
    ),
  },
  ReadInScope: thenTags(["u", unitT, caught(firstId("first"))], ["a", keyedIdT, createKeyed(101)]),
  CreatedInScope: thenTags(["u", unitT, caught(["a", keyedIdT, createKeyed(101)])]),
  ArchivedInScope: thenTags(firstId("first"), [
    "u",
    unitT,
    caught(["v", unitT, archiveKeyed(idOf("first"))]),
  ]),
  ArchiveByKey: {
    body: update({
      kind: "exerciseByKey",
      templateId: "self:Main:Keyed",
      choice: "Archive",
      key: owner,
      argument: unit,
    }),
  },
  Keep: {
    argument: partiesT,
    result: contractIdT(looseT),
    body: create("Main:Loose", loose(variable("arg"))),
  },
  LookLoose: {
    argument: partiesT,
    result: unitT,
    body: block(
      [
        [
          "found",
          optionalT(listT(pairT(contractIdT(looseT), looseT))),
          apply(
            update({ kind: "queryByKey", templateId: "self:Main:Loose" }),
            int(1),
            variable("arg"),
          ),
        ],
      ],
      pure(unitT, unit),
    ),
  },
  FetchLoose: {
    argument: partiesT,
    result: unitT,
    body: block(
      [
        [
          "found",
          pairT(contractIdT(looseT), looseT),
          apply(update({ kind: "fetchByKey", templateId: "self:Main:Loose" }), variable("arg")),
        ],
      ],
      pure(unitT, unit),
    ),
  },
  Point: {
    result: contractIdT(pointerT),
    body: block(
      [["a", keyedIdT, createKeyed(1)]],
      create("Main:Pointer", record(pointerT, { signer: owner, at: variable("a") })),
    ),
  },
  BeStrict: {
    result: contractIdT(strictT),
    body: create("Main:Strict", record(strictT, { signer: owner })),
  },
};

const tuples = tuplesPackage();

const newWorld = (): Promise<World> =>
  World.of({
    languageVersion: "2.3",
    protocolVersion: 35,
    dependencies: [tuples],
    dataTypes: [
      recordType("Keyed", { signer: partyT, reader: partyT, tag: int64T }),
      recordType("Loose", { signer: partyT, keepers: partiesT }),
      recordType("Pointer", { signer: partyT, at: keyedIdT }),
      recordType("Strict", { signer: partyT }),
    ],
    values: [tagsFunction],
    templates,
    actions,
  });

describe("contract keys of Daml-LF 2.3", () => {
  let world: World;
  const act = (name: string, argument?: unknown, actAs?: string) =>
    world.act(name, argument, actAs);
  const codeOf = async (name: string, argument?: unknown): Promise<string> =>
    (await rejectionOf(act(name, argument))).code;
  const tags = (...numbers: readonly number[]) => numbers.map(String);

  beforeEach(async () => {
    world = await newWorld();
  });

  const made = async (...numbers: readonly number[]): Promise<void> => {
    for (const tag of numbers) await act("Make", String(tag));
  };

  it("find up to as many contracts as are asked for, the latest first", async () => {
    expect(await act("LocalsFirst")).to.deep.equal(tags(102, 101));
    await made(1, 2, 3);
    expect(await act("ArchivedLocal")).to.deep.equal(tags(3, 2, 1, 102, 101));
    expect(await act("QueryOf", world.alice)).to.deep.equal(tags(3));
    expect(await act("FetchOf", world.alice)).to.equal("3");
  });

  it("find contracts of the same transaction first", async () => {
    await made(1, 2);
    expect(await act("LocalsFirst")).to.deep.equal(tags(102, 101, 2, 1));
  });

  it("find nothing that the transaction has archived", async () => {
    await made(1, 2);
    expect(await act("ArchivedLocal")).to.deep.equal(tags(2, 1));
    expect(await act("Transient")).to.equal("103");
    expect(await act("ArchivedByKey")).to.deep.equal(tags(1));
    expect(await act("ArchivedByKey")).to.deep.equal([]);
    expect(await codeOf("ArchivedByKey")).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("give a contract that is fetched by id as well only once", async () => {
    await made(1, 2);
    expect(await act("FetchedById")).to.deep.equal(tags(2, 1));
  });

  it("let a choice be exercised by key, in code and as a command", async () => {
    expect(await codeOf("ArchiveByKey")).to.equal("CONTRACT_KEY_NOT_FOUND");
    await made(1, 2, 3);
    await act("ArchiveByKey");
    const { transaction } = await world.ledger.submit({
      actAs: world.alice,
      commands: {
        ExerciseByKeyCommand: {
          templateId: "#world:Main:Keyed",
          contractKey: world.alice,
          choice: "Archive",
          choiceArgument: {},
        },
      },
    });
    expect(transaction.events).to.have.length(1);
    expect(await act("QueryOf", world.alice)).to.deep.equal(tags(1));
  });

  it("may be read in a scope that is rolled back, which must not create or archive", async () => {
    await made(1);
    expect(await act("ReadInScope")).to.deep.equal(tags(101, 1));
    for (const name of ["CreatedInScope", "ArchivedInScope"]) {
      expect(await codeOf(name), name).to.equal("DAML_EFFECTFUL_ROLLBACK_ERROR");
    }
  });

  it("are queried on the authority of their maintainers", async () => {
    expect(await codeOf("QueryOf", world.bob)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(await codeOf("FetchOf", world.bob)).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("must have maintainers, who sign the contract", async () => {
    const { alice, bob } = world;
    await act("Keep", [alice, alice]);
    expect(await codeOf("Keep", [])).to.equal("CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS");
    expect(await codeOf("Keep", [alice, bob])).to.equal("DAML_AUTHORIZATION_ERROR");
    for (const name of ["LookLoose", "FetchLoose"]) {
      expect(await codeOf(name, []), name).to.equal("FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS");
    }
    await act("FetchLoose", [alice, alice]);
    expect(await codeOf("FetchLoose", [alice])).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("hold no contract ids, and are evaluated after the precondition", async () => {
    expect(await codeOf("Point")).to.equal("CONTRACT_ID_IN_CONTRACT_KEY");
    expect(await codeOf("BeStrict")).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
  });

  it("find only what the submitter may see", async () => {
    await made(1);
    expect(await act("Tags", "5", world.bob)).to.deep.equal([]);
    expect((await rejectionOf(act("First", {}, world.bob))).code).to.equal(
      "CONTRACT_KEY_NOT_FOUND",
    );
  });

  it("find disclosed contracts, before all others", async () => {
    const blobs: string[] = [];
    for (const tag of tags(1, 2)) {
      const contractId = String(await act("Make", tag));
      const contract = world.ledger.state.contracts.get(contractId)?.contract;
      blobs.push(contract === undefined ? "" : encodeCreatedEventBlob(contract));
    }
    const tagsWith = async (actAs: string, disclosed: readonly string[]) => {
      const { exerciseResults } = await world.ledger.submit({
        actAs,
        disclosedContracts: disclosed.map((createdEventBlob) => ({ createdEventBlob })),
        commands: {
          ExerciseCommand: {
            templateId: "#world:Main:Actor",
            contractId: world.actor,
            choice: "Tags",
            choiceArgument: "5",
          },
        },
      });
      return exerciseResults[0];
    };
    expect(await tagsWith(world.bob, blobs)).to.deep.equal(tags(1, 2));
    expect(await tagsWith(world.bob, blobs.slice(0, 1))).to.deep.equal(tags(1));
  });

  it("are shown with the contract", async () => {
    const { transaction } = await world.ledger.submit({
      actAs: world.alice,
      commands: {
        CreateCommand: {
          templateId: "#world:Main:Keyed",
          createArguments: { signer: world.alice, reader: world.bob, tag: "1" },
        },
      },
    });
    expect(transaction.events[0]).to.have.nested.property("CreatedEvent.contractKey", world.alice);
  });

  it("must be asked for at least one contract", async () => {
    for (const count of ["0", "-1"]) {
      expect((await rejectionOf(act("Tags", count, world.bob))).code).to.equal(
        "DAML_INTERPRETATION_ERROR",
      );
    }
    await made(1);
    expect(await act("Tags", "9223372036854775807", world.bob)).to.deep.equal([]);
  });
});
