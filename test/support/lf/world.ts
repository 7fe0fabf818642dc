import { createDamlLoader, type DamlOptions } from "../../../lib/contracts/daml-lf/load-dar.ts";
import type {
  DataType,
  Expr,
  LfInterface,
  LfTemplate,
  LfType,
  ValueDefinition,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { createLedger } from "../../../lib/create-ledger.ts";
import type { ProtocolVersion } from "../../../lib/ground/identifiers/protocol-version.ts";
import type { Ledger } from "../../../lib/index.ts";
import { allocateParty } from "../../../lib/operations/admin/parties/allocate-party.ts";
import { assembleDar, type AssembledPackage, assemblePackage } from "./assemble.ts";
import {
  choice,
  module,
  recordType,
  template,
  type TemplateSource,
  thisField,
} from "./definitions.ts";
import { list, variable } from "./expressions.ts";
import { dataT, partyT, unitT } from "./types.ts";

/** The one exception of test packages: `Main:Boom` with its text. */
export const boomT = dataT("Main:Boom");

export interface ActionSource {
  readonly body: Expr;
  /** Unit when absent. */
  readonly result?: LfType;
  /** Unit when absent. */
  readonly argument?: LfType;
  readonly consuming?: boolean;
  /** The owner when absent. */
  readonly controllers?: Expr;
}

export interface WorldSource {
  readonly languageVersion?: string;
  /** 34 when absent. */
  readonly protocolVersion?: ProtocolVersion;
  /** The choices of template Main:Actor, which its owner signs; `this`, `self` and `arg` are bound. */
  readonly actions?: Readonly<Record<string, ActionSource>>;
  readonly dataTypes?: readonly DataType[];
  readonly values?: readonly ValueDefinition[];
  readonly templates?: readonly LfTemplate[];
  readonly interfaces?: readonly LfInterface[];
  readonly daml?: DamlOptions;
  readonly dependencies?: readonly AssembledPackage[];
}

/** What the choices of Main:Actor see of the contract. */
export const owner = thisField("Actor", "owner");
export const other = thisField("Actor", "other");
export const actorT = dataT("Main:Actor");

export const owned = (fields: Pick<TemplateSource, "choices"> = {}): TemplateSource => ({
  signatories: list(partyT, owner),
  ...fields,
});

/** The package of a world: an actor with the given choices, an exception, and what else is asked. */
export const worldPackage = (source: WorldSource): AssembledPackage =>
  assemblePackage({
    name: "world",
    version: "1.0.0",
    languageVersion: source.languageVersion ?? "2.1",
    modules: [
      module("Main", {
        dataTypes: [
          recordType("Actor", { owner: partyT, other: partyT }),
          recordType("Boom", { text: { kind: "builtin", builtin: "Text", arguments: [] } }),
          ...(source.dataTypes ?? []),
        ],
        values: source.values ?? [],
        interfaces: source.interfaces ?? [],
        exceptions: {
          Boom: {
            kind: "lambda",
            parameters: [{ name: "boom", type: boomT }],
            body: { kind: "recordField", type: boomT, field: "text", record: variable("boom") },
          },
        },
        templates: [
          template("Actor", {
            signatories: list(partyT, owner),
            observers: list(partyT, other),
            choices: Object.entries(source.actions ?? {}).map(([name, action]) =>
              choice(name, {
                consuming: action.consuming ?? false,
                controllers: action.controllers ?? list(partyT, owner),
                argument: action.argument ?? unitT,
                result: action.result ?? unitT,
                body: action.body,
              }),
            ),
          }),
          ...(source.templates ?? []),
        ],
      }),
    ],
  });

/** A ledger with such a package, alice, bob, and an actor that alice owns and bob observes. */
export class World {
  readonly ledger: Ledger;
  readonly alice: string;
  readonly bob: string;
  readonly #actor: string;

  private constructor(parts: { ledger: Ledger; alice: string; bob: string; actor: string }) {
    this.ledger = parts.ledger;
    this.alice = parts.alice;
    this.bob = parts.bob;
    this.#actor = parts.actor;
  }

  static async of(source: WorldSource): Promise<World> {
    const dar = assembleDar(worldPackage(source), source.dependencies);
    const ledger = await createLedger({
      packages: createDamlLoader(source.daml).load(dar),
      seed: 1,
      protocolVersion: source.protocolVersion ?? 34,
      clock: { freeze: "2024-01-01T00:00:00Z" },
    });
    const allocate = async (partyIdHint: string): Promise<string> =>
      (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
    const alice = await allocate("alice");
    const bob = await allocate("bob");
    const { transaction } = await ledger.submit({
      actAs: alice,
      commands: {
        CreateCommand: {
          templateId: "#world:Main:Actor",
          createArguments: { owner: alice, other: bob },
        },
      },
    });
    const [created] = transaction.events;
    const actor =
      created !== undefined && "CreatedEvent" in created ? created.CreatedEvent.contractId : "";
    return new World({ ledger, alice, bob, actor });
  }

  get actor(): string {
    return this.#actor;
  }

  /** What exercising a choice of the actor results in, as JSON. */
  async act(name: string, argument: unknown = {}, actAs: string = this.alice): Promise<unknown> {
    const { exerciseResults } = await this.#exercise(name, argument, actAs);
    return exerciseResults[0];
  }

  /** The names of what a choice of the actor does, in pre-order: choices, or template names. */
  async trace(name: string, argument: unknown = {}): Promise<readonly string[]> {
    const { transactionTree } = await this.#exercise(name, argument, this.alice);
    return Object.values(transactionTree.eventsById).map((event) =>
      "CreatedTreeEvent" in event
        ? event.CreatedTreeEvent.value.templateId.replace(/^.*:/u, "")
        : event.ExercisedTreeEvent.value.choice,
    );
  }

  #exercise(choiceName: string, argument: unknown, actAs: string) {
    return this.ledger.submit({
      actAs,
      commands: {
        ExerciseCommand: {
          templateId: "#world:Main:Actor",
          contractId: this.#actor,
          choice: choiceName,
          choiceArgument: argument,
        },
      },
    });
  }
}
