import { expr } from "../../../support/lf/notation.ts";
import { given, idAs, type Stage } from "../../../support/lf/stage.ts";
import {
  alice,
  as,
  bob,
  charlie,
  created,
  creatingAsset,
  creatingDeed,
  deed,
  deedOf,
  tracedStage,
  villa,
  villaOf,
} from "./traced-package.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";

const denied = "fails DAML_AUTHORIZATION_ERROR";
const needs = (required: string, has: string): string =>
  `requires authorizers [${required}], but only [${has}] were given`;
const needsOne = (stakeholders: string, has: string): string =>
  `requires one of the stakeholders [${stakeholders}] of the fetched contract to be an authorizer, but authorizers were [${has}]`;

const both = ["alice", "charlie"];
const ofDeeds = (count: number) => (stage: Stage) =>
  Array.from({ length: count }, () => deedOf(stage));
const ofVilla = (stage: Stage) => [villaOf(stage)];

const known = (entity: string, then: string): string =>
  `do {known: ${entity} <- fetch @${entity} ${idAs(entity, given(0))}; ${then}}`;

/**
 * Returns rows of a step that charlie may not perform on a deed. The deed is on the ledger, already
 * fetched by the transaction, or created by it.
 */
const onDeed = (helper: string, saying: string): readonly UpdateRow[] => [
  {
    what: `${helper} on a contract of the ledger`,
    update: expr`${as([charlie], helper, given(0))}`,
    authority: both,
    contracts: ofDeeds(1),
    gives: denied,
    saying,
  },
  {
    what: `${helper} on a contract that the transaction has fetched`,
    update: expr`${known("Deed", as([charlie], helper, given(0)))}`,
    authority: both,
    contracts: ofDeeds(1),
    gives: denied,
    saying,
  },
  {
    what: `${helper} on a contract that the transaction has created`,
    update: expr`${created("Deed", deed(), (id) => as([charlie], helper, id))}`,
    authority: both,
    gives: denied,
    saying,
  },
];

const queries = (count: number): readonly UpdateRow[] =>
  onDeed(`Query${count}`, needs("alice", "charlie")).map((row) => ({
    ...row,
    contracts: ofDeeds(count),
  }));

export const authorizationTable: UpdateTable = {
  suite: "interpreter/…/speedy/AuthorizationTest",
  about: "authorization",
  stage: tracedStage,
  groups: [
    {
      title: "of the signatories is required for a create",
      rows: [
        {
          what: "a create",
          update: expr`${creatingDeed(deed())}`,
          authority: ["bob"],
          gives: denied,
          saying: needs("alice", "bob"),
        },
        {
          what: "a create through an interface",
          update: expr`${creatingAsset(villa())}`,
          authority: ["bob"],
          gives: denied,
          saying: needs("alice", "bob"),
        },
      ],
    },
    {
      title: "of the controllers is required for an exercise",
      rows: [
        ...onDeed("Use", needs("alice", "charlie")),
        ...onDeed("UseByKey", needs("alice", "charlie")),
        {
          what: "Poll on a contract of the ledger",
          update: expr`${as([charlie], "Poll", given(0))}`,
          authority: ["charlie"],
          contracts: ofVilla,
          gives: denied,
          saying: needs("alice", "charlie"),
        },
        {
          what: "Poll on a contract that the transaction has fetched",
          update: expr`${known("Villa", as([bob], "Poll", given(0)))}`,
          authority: ["bob"],
          contracts: ofVilla,
          gives: denied,
          saying: needs("alice", "bob"),
        },
        {
          what: "Poll on a contract that the transaction has created",
          update: expr`${created("Villa", villa({ leader: bob }), (id) => as([alice], "Poll", id))}`,
          gives: denied,
          saying: needs("bob", "alice"),
        },
      ],
    },
    {
      title: "of one stakeholder is required for a fetch",
      rows: [
        ...onDeed("Fetch", needsOne("alice, bob", "charlie")),
        ...onDeed("FetchByKey", needsOne("alice, bob", "charlie")),
      ],
    },
    {
      title: "of the maintainers is required for a query by key",
      rows: [
        ...[1, 2, 5].flatMap(queries),
        {
          what: "Query5, if the lookup by key returns no contract",
          update: expr`${as([charlie], "Query5")}`,
          authority: both,
          contracts: ofDeeds(5),
          hidesKeys: true,
          gives: denied,
          saying: needs("alice", "charlie"),
        },
      ],
    },
  ],
  leftOut: [
    { cases: 3, what: "exercises through an interface with a guard", why: "Daml-LF 2.dev only" },
  ],
};
