import type { Expr, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { Contract } from "../../../../lib/ground/model/contract.ts";
import { int64, party } from "../../../../lib/ground/values/constructors.ts";
import { recordType, template } from "../../../support/lf/definitions.ts";
import {
  add,
  apply,
  block,
  builtin,
  call,
  caseOf,
  create,
  error,
  exercise,
  fetch,
  field,
  int,
  lambda,
  letIn,
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
  variable,
} from "../../../support/lf/expressions.ts";
import { given, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { pairT, partOf, tuplesPackage } from "../../../support/lf/tuples.ts";
import {
  contractIdT,
  dataT,
  int64T,
  listT,
  optionalT,
  partyT,
  textT,
  unitT,
  updateT,
} from "../../../support/lf/types.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";

const keyedT = dataT("Main:Keyed");
const keyedIdT = contractIdT(keyedT);
const foundT = pairT(keyedIdT, keyedT);
const brokenT = dataT("Main:Broken");
const stopT = dataT("Main:Stop");

/** A step of a block whose result has a name. */
type Step = readonly [string, LfType, Expr];

const ownerOf = (type: LfType): Expr => field(type, "owner", variable("this"));
const alice: Expr = caseOf(
  call(28, text("alice")),
  { pattern: { kind: "some", binder: "alice" }, body: variable("alice") },
  { pattern: { kind: "none" }, body: error(partyT, "alice is a party") },
);
const theirs = (index: number): Expr => apply(typeApply(builtin(42), unitT, keyedT), given(index));

const creates = (name: string, tag: number): Step => [
  name,
  keyedIdT,
  create("Main:Keyed", record(keyedT, { owner: alice, tag: int(tag) })),
];
const fetches = (index: number): Step => ["byId", keyedT, fetch("Main:Keyed", theirs(index))];
const archives = (id: Expr): Step => [
  "archived",
  unitT,
  exercise("Main:Keyed", "Archive", id, unit),
];
const fetchesByKey: Step = [
  "first",
  foundT,
  apply(update({ kind: "fetchByKey", templateId: "self:Main:Keyed" }), alice),
];
const queries: Step = [
  "all",
  optionalT(listT(foundT)),
  apply(update({ kind: "queryByKey", templateId: "self:Main:Keyed" }), int(9), alice),
];

const tagOf = (found: Expr): Expr => field(keyedT, "tag", partOf(foundT, "_2", found));

/** The tags of what was found, one digit each. */
const tags = caseOf(
  variable("all"),
  {
    pattern: { kind: "some", binder: "found" },
    body: apply(
      typeApply(builtin(43), foundT, int64T),
      lambda(
        [
          ["digits", int64T],
          ["each", foundT],
        ],
        add(call(9, variable("digits"), int(10)), tagOf(variable("each"))),
      ),
      int(0),
      variable("found"),
    ),
  },
  { pattern: { kind: "none" }, body: int(0) },
);

const caught = (...steps: readonly Step[]): Step => [
  "caught",
  unitT,
  tryCatch(
    unitT,
    block(steps, throwing(updateT(unitT), stopT, record(stopT, { text: text("stop") }))),
    "exception",
    some(updateT(unitT), pure(unitT, unit)),
  ),
];

/** On a ledger that has the contracts 1 and 2 with the key, 1 first. */
const row = (what: string, result: Expr, steps: readonly Step[], gives: string): UpdateRow => ({
  what,
  update: block(steps, pure(int64T, result)),
  result: int64T,
  refusesEffectfulRollback: true,
  contracts: (stage) => [1n, 2n].map((tag) => keyed(stage, tag)),
  gives,
});
const first = (what: string, gives: string, ...steps: readonly Step[]): UpdateRow =>
  row(what, tagOf(variable("first")), [...steps, fetchesByKey], gives);
const all = (what: string, gives: string, ...steps: readonly Step[]): UpdateRow =>
  row(what, tags, [...steps, queries], gives);

const keyed = (stage: Stage, tag: bigint): Contract =>
  stage.contract("Keyed", { kind: "record", fields: [party("alice"), int64(tag)] }, ["alice"]);

const refused = "fails DAML_EFFECTFUL_ROLLBACK_ERROR";
const local = variable("local");

const breaks = (what: string, mode: number, gives: string): UpdateRow => ({
  what,
  update: block([["broken", contractIdT(brokenT), createBroken(mode)]], pure(unitT, unit)),
  gives,
});
const createBroken = (mode: number): Expr =>
  create("Main:Broken", record(brokenT, { owner: alice, mode: int(mode) }));

/** The keys of Daml-LF 2.3, of which contracts may share one. */
export const keysTable: UpdateTable = {
  suite: "engine/…/engine/ContractKeySpec",
  about: "contract keys",
  stage: (parts) =>
    new Stage(
      playerPackage(parts, {
        languageVersion: "2.3",
        main: {
          dataTypes: [
            recordType("Keyed", { owner: partyT, tag: int64T }),
            recordType("Broken", { owner: partyT, mode: int64T }),
            recordType("Stop", { text: textT }),
          ],
          exceptions: {
            Stop: lambda([["stop", stopT]], field(stopT, "text", variable("stop"))),
          },
          templates: [
            template("Keyed", {
              signatories: list(partyT, ownerOf(keyedT)),
              key: {
                type: partyT,
                body: ownerOf(keyedT),
                maintainers: lambda([["key", partyT]], list(partyT, variable("key"))),
              },
            }),
            // Of mode 0 it must not be, of mode 1 its key has no maintainer.
            template("Broken", {
              precondition: apply(
                typeApply(builtin(6), int64T),
                field(brokenT, "mode", variable("this")),
                int(0),
              ),
              signatories: list(partyT, ownerOf(brokenT)),
              key: {
                type: int64T,
                body: caseOf(
                  apply(
                    typeApply(builtin(2), int64T),
                    field(brokenT, "mode", variable("this")),
                    int(1),
                  ),
                  { pattern: { kind: "bool", value: true }, body: int(1) },
                  { pattern: { kind: "default" }, body: error(int64T, "Boom") },
                ),
                maintainers: lambda([["key", int64T]], list(partyT)),
              },
            }),
          ],
        },
      }),
      { dependencies: [tuplesPackage()] },
    ),
  groups: [
    {
      title: "are evaluated when a contract is created, after its precondition, with maintainers",
      rows: [
        {
          what: "a create that is built only",
          update: letIn("built", updateT(contractIdT(brokenT)), createBroken(2), pure(unitT, unit)),
          gives: "ok",
        },
        breaks("a precondition that does not hold", 0, "fails TEMPLATE_PRECONDITION_VIOLATED"),
        breaks("no maintainers", 1, "fails CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS"),
      ],
    },
    {
      title: "stand for what was created last",
      rows: [
        first("CreateOverwritesLocal", "4", creates("a", 3), creates("b", 4)),
        first("CreateOverwritesUnknownGlobal", "3", creates("a", 3)),
        first("CreateOverwritesKnownGlobal", "3", fetchesByKey, creates("a", 3)),
      ],
    },
    {
      title: "stand for the same after a fetch by id",
      rows: [
        first("FetchDoesNotOverwriteGlobal", "1", fetchesByKey, fetches(1)),
        first("FetchDoesNotOverwriteLocal", "3", creates("a", 3), fetches(0)),
      ],
    },
    {
      title: "stand for what is left after an archive",
      rows: [
        all("LocalArchivePreservesUnknownGlobal", "12", creates("local", 3), archives(local)),
        all(
          "LocalArchivePreservesKnownGlobal",
          "12",
          queries,
          creates("local", 3),
          archives(local),
        ),
        all(
          "GlobalArchivePreservesUnknownGlobal",
          "2",
          fetches(0),
          fetches(1),
          archives(theirs(0)),
        ),
        all(
          "GlobalArchivePreservesKnownGlobal1",
          "1",
          fetches(0),
          fetches(1),
          fetchesByKey,
          archives(theirs(1)),
        ),
        all(
          "GlobalArchivePreservesKnownGlobal2",
          "2",
          fetches(0),
          fetches(1),
          fetchesByKey,
          archives(theirs(0)),
        ),
      ],
    },
    {
      title: "may be read, but not changed, in a scope that is rolled back",
      rows: [
        all("RollbackCreate", refused, fetchesByKey, caught(creates("a", 3), fetchesByKey)),
        all("RollbackLocalArchive", refused, creates("local", 3), caught(archives(local))),
        all("RollbackGlobalArchive", refused, fetchesByKey, caught(archives(theirs(1)))),
        first("RollbackFetchByKeyNonRollbackCreate", "3", caught(fetchesByKey), creates("a", 3)),
        first("RollbackFetchNonRollbackCreate", "3", caught(fetches(0)), creates("a", 3)),
        all("RollbackGlobalArchivedLookup", "2", archives(theirs(0)), caught(queries)),
        all(
          "RollbackGlobalArchivedCreate",
          "32",
          archives(theirs(0)),
          caught(queries),
          creates("a", 3),
        ),
      ],
    },
  ],
  leftOut: [],
};
