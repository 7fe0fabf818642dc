import {
  createPartyValue as partyValue,
  createRecordValue as recordValue,
} from "../../../../lib/base/values/constructors.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { given, idAs, playerPackage, Stage } from "../../../support/lf/stage.ts";
import type { UpdateRow, UpdateTable } from "./update-table.ts";

const [alice, bob, charlie] = ["Main:alice", "Main:bob", "Main:charlie"] as const;

const partyNamed = (name: string): string => `
  val ${name}: Party =
    case TEXT_TO_PARTY "${name}" of {Some p -> p; None -> ERROR @Party "no party"};`;

const main = definitions`
  record Pair {first: Party, second: Party}
  record Route {next: ContractId Link, leader: Party, leaders: List Party, signers: List Party}
  record End {leaders: List Party, signers: List Party}
  template Joint with {first: Party, second: Party} {
    signatories [@Party this.first, this.second];
  }
  template Many with {signers: List Party} {
    signatories this.signers;
  }
  template Single with {party: Party} {
    signatories [@Party this.party];
    choice Join (arg: Pair) by [@Party arg.second] = do {
      done: ContractId Joint <- create @Joint Joint {first = arg.first, second = arg.second};
      pure @Unit ()
    };
  }
  template Link with {party: Party} {
    signatories [@Party this.party];
    choice Start (arg: Route) by [@Party arg.leader] =
      exercise @Link Finish arg.next End {leaders = arg.leaders, signers = arg.signers};
    choice Finish (arg: End) by arg.leaders = do {
      done: ContractId Many <- create @Many Many {signers = arg.signers};
      pure @Unit ()
    };
  }
  ${["alice", "bob", "charlie"].map(partyNamed).join("")}
`;

const stage = (parts: Parameters<UpdateTable["stage"]>[0]): Stage =>
  new Stage(playerPackage(parts, { languageVersion: "2.2", main }));

const single = (party: string) => expr`
  do {done: ContractId Single <- create @Single Single {party = ${party}}; pure @Unit ()}
`;
const joint = (first: string, second: string) => expr`
  do {
    done: ContractId Joint <- create @Joint Joint {first = ${first}, second = ${second}};
    pure @Unit ()
  }
`;
const join = (first: string, second: string) => expr`
  exercise @Single Join ${idAs("Single", given(0))} Pair {first = ${first}, second = ${second}}
`;

const singleOf = (owner: string) => (on: Stage) => [
  on.contract("Single", recordValue([partyValue(owner)]), [owner]),
];

/**
 * Returns an update that follows a chain of contracts from bob's to charlie's, then creates a contract that
 * all three sign.
 */
const route = (...leaders: readonly string[]) => expr`
  exercise @Link Start ${idAs("Link", given(0))} Route {
    next = ${idAs("Link", given(1))},
    leader = ${alice},
    leaders = [@Party ${leaders.join()}],
    signers = [@Party ${alice}, ${bob}, ${charlie}]
  }
`;

const links = (on: Stage) =>
  ["bob", "charlie"].map((owner) => on.contract("Link", recordValue([partyValue(owner)]), [owner]));

const denied = "fails DAML_AUTHORIZATION_ERROR";
const needs = (required: string, has: string): string =>
  `requires authorizers [${required}], but only [${has}] were given`;

const joining = (
  owner: string,
  [first, second]: readonly [string, string],
  by: string,
): Pick<UpdateRow, "update" | "contracts" | "authority"> => ({
  update: join(first, second),
  contracts: singleOf(owner),
  authority: [by],
});

export const propagationTable: UpdateTable = {
  suite: "engine/…/engine/AuthPropagationSpec",
  about: "authority",
  stage,
  groups: [
    {
      title: "to create is that of all signatories",
      rows: [
        { what: "one signatory, who authorizes", update: single(alice), gives: "ok" },
        {
          what: "one signatory, who does not authorize",
          update: single(alice),
          authority: ["bob"],
          gives: denied,
          saying: needs("alice", "bob"),
        },
        {
          what: "two signatories, who both authorize",
          update: joint(alice, bob),
          authority: ["alice", "bob"],
          gives: "ok",
        },
        {
          what: "two signatories, of whom one authorizes",
          update: joint(alice, bob),
          gives: denied,
          saying: needs("alice, bob", "alice"),
        },
      ],
    },
    {
      title: "inside a choice is that of signatories and controllers",
      rows: [
        {
          what: "alice signed, bob exercises",
          ...joining("alice", [alice, bob], "bob"),
          gives: "ok",
        },
        {
          what: "alice signed, bob should exercise",
          ...joining("alice", [alice, bob], "alice"),
          gives: denied,
          saying: needs("bob", "alice"),
        },
        {
          what: "alice signed and exercises, bob is missing",
          ...joining("alice", [bob, alice], "alice"),
          gives: denied,
          saying: needs("alice, bob", "alice"),
        },
        {
          what: "bob signed, alice exercises",
          ...joining("bob", [bob, alice], "alice"),
          gives: "ok",
        },
      ],
    },
    {
      title: "of an outer choice does not reach an inner one",
      rows: [
        {
          what: "bob signed the outer contract only",
          update: route(alice),
          contracts: links,
          gives: denied,
          saying: needs("alice, bob, charlie", "alice, charlie"),
        },
        {
          what: "bob controls the inner choice too",
          update: route(alice, bob),
          contracts: links,
          gives: "ok",
        },
      ],
    },
  ],
  leftOut: [],
};
