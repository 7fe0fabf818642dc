import { createInt64Value, createPartyValue } from "../../../../lib/base/values/constructors.ts";
import type { Contract } from "../../../../lib/store.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { given, idAs, playerPackage, Stage } from "../../../support/lf/stage.ts";
import { tuple2, tuplesPackage } from "../../../support/lf/tuples.ts";
import { int64T } from "../../../support/lf/types.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";

const foundT = `(${tuple2} (ContractId Keyed) Keyed)`;
const alice = `(case TEXT_TO_PARTY "alice" of {
  Some alice -> alice;
  None -> ERROR @Party "alice is a party"
})`;
const theirs = (index: number): string => idAs("Keyed", given(index));

/** Returns the source of a step that creates a contract. */
const creates = (name: string, tag: number): string =>
  `${name}: ContractId Keyed <- create @Keyed Keyed {owner = ${alice}, tag = ${tag}};`;
const fetches = (index: number): string => `byId: Keyed <- fetch @Keyed ${theirs(index)};`;
const archives = (id: string): string => `archived: Unit <- exercise @Keyed Archive ${id} ();`;
const fetchesByKey = `first: ${foundT} <- fetchByKey @Keyed ${alice};`;
const queries = `all: Optional (List ${foundT}) <- queryByKey @Keyed 9 ${alice};`;
const caught = (...steps: readonly string[]): string => `
  caught: Unit <-
    try @Unit do {${steps.join(" ")} throw @(Update Unit) @Stop Stop {text = "stop"}}
    catch exception -> Some @(Update Unit) (pure @Unit ());`;

/** Code that returns the tags of the found contracts as a number with a digit per tag. */
const tags = String.raw`
  case all of {
    Some found ->
      FOLDL @${foundT} @Int64
        (\(digits: Int64) (each: ${foundT}) ->
          ADD_INT64 (MUL_INT64 digits 10) (Keyed.tag each._2))
        0
        found;
    None -> 0
  }`;

/** Returns a row for a ledger with two contracts with the key: contract 1, and the later contract 2. */
const row = (what: string, result: string, steps: readonly string[], gives: string): UpdateRow => ({
  what,
  update: expr`do {${steps.join(" ")} pure @Int64 (${result})}`,
  result: int64T,
  refusesEffectfulRollback: true,
  contracts: (stage) => [1n, 2n].map((tag) => keyed(stage, tag)),
  gives,
});
const first = (what: string, gives: string, ...steps: readonly string[]): UpdateRow =>
  row(what, "Keyed.tag first._2", [...steps, fetchesByKey], gives);
const all = (what: string, gives: string, ...steps: readonly string[]): UpdateRow =>
  row(what, tags, [...steps, queries], gives);

const keyed = (stage: Stage, tag: bigint): Contract =>
  stage.contract(
    "Keyed",
    { kind: "record", fields: [createPartyValue("alice"), createInt64Value(tag)] },
    ["alice"],
  );

const refused = "fails DAML_EFFECTFUL_ROLLBACK_ERROR";

const createBroken = (mode: number): string =>
  `create @Broken Broken {owner = ${alice}, mode = ${mode}}`;
const breaks = (what: string, mode: number, gives: string): UpdateRow => ({
  what,
  update: expr`do {broken: ContractId Broken <- ${createBroken(mode)}; pure @Unit ()}`,
  gives,
});

const main = definitions`
  exception Stop {text: Text} message \(stop: Stop) -> stop.text;
  template Keyed with {owner: Party, tag: Int64} {
    signatories [@Party this.owner];
    key Party = this.owner maintained by \(key: Party) -> [@Party key];
  }
  // Of mode 0 it must not be, of mode 1 its key has no maintainer.
  template Broken with {owner: Party, mode: Int64} {
    precondition GREATER @Int64 this.mode 0;
    signatories [@Party this.owner];
    key Int64 = if EQUAL @Int64 this.mode 1 then 1 else ERROR @Int64 "Boom"
      maintained by \(key: Int64) -> [@Party];
  }
`;

/** Facts about keys of Daml-LF 2.3, where several contracts may have the same key. */
export const keysTable: UpdateTable = {
  suite: "engine/…/engine/ContractKeySpec",
  about: "contract keys",
  stage: (parts) =>
    new Stage(
      playerPackage(parts, {
        languageVersion: "2.3",
        main,
      }),
      { dependencies: [tuplesPackage()] },
    ),
  groups: [
    {
      title:
        "are evaluated when a contract is created, after its precondition and together with its maintainers",
      rows: [
        {
          what: "a create that is built only",
          update: expr`let built: Update (ContractId Broken) = ${createBroken(2)} in pure @Unit ()`,
          gives: "ok",
        },
        breaks("a precondition that does not hold", 0, "fails TEMPLATE_PRECONDITION_VIOLATED"),
        breaks("no maintainers", 1, "fails CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS"),
      ],
    },
    {
      title: "find the latest contract first",
      rows: [
        first("CreateOverwritesLocal", "4", creates("a", 3), creates("b", 4)),
        first("CreateOverwritesUnknownGlobal", "3", creates("a", 3)),
        first("CreateOverwritesKnownGlobal", "3", fetchesByKey, creates("a", 3)),
      ],
    },
    {
      title: "find the same contract after a fetch by id",
      rows: [
        first("FetchDoesNotOverwriteGlobal", "1", fetchesByKey, fetches(1)),
        first("FetchDoesNotOverwriteLocal", "3", creates("a", 3), fetches(0)),
      ],
    },
    {
      title: "find the remaining contracts after an archive",
      rows: [
        all("LocalArchivePreservesUnknownGlobal", "12", creates("local", 3), archives("local")),
        all(
          "LocalArchivePreservesKnownGlobal",
          "12",
          queries,
          creates("local", 3),
          archives("local"),
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
      title:
        "can be queried in a scope that is rolled back, but contracts cannot be created or archived there",
      rows: [
        all("RollbackCreate", refused, fetchesByKey, caught(creates("a", 3), fetchesByKey)),
        all("RollbackLocalArchive", refused, creates("local", 3), caught(archives("local"))),
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
