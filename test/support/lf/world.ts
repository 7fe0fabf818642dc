import type { DarLoadingOptions } from "../../../fixtures/daml/index.ts";
import { allocateParty } from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { LfChoice } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { createLedger, type Ledger, type ProtocolVersion } from "../../../lib/index.ts";
import { assembleDar, type AssembledPackage, assemblePackage } from "./assemble.ts";
import { module, type ModuleSource } from "./definitions.ts";
import { choicesOf, definitions, expr } from "./notation.ts";

export interface WorldSource {
  readonly languageVersion?: string;
  /** 35 when absent. */
  readonly protocolVersion?: ProtocolVersion;
  /** The choices of template Main:Actor. */
  readonly actions?: readonly LfChoice[];
  /** Additional definitions of module Main. */
  readonly main?: ModuleSource;
  readonly daml?: DarLoadingOptions;
  readonly dependencies?: readonly AssembledPackage[];
}

/** Choices of an actor, controlled by its owner by default. */
export const actions = choicesOf("Actor", expr`[@Party Actor.owner this]`);

/**
 * Returns a package with the template Main:Actor with the given choices, an exception, and the additional
 * definitions.
 */
export const worldPackage = (source: WorldSource): AssembledPackage =>
  assemblePackage({
    name: "world",
    version: "1.0.0",
    languageVersion: source.languageVersion ?? "2.1",
    modules: [
      module(
        "Main",
        definitions`
          template Actor with {owner: Party, other: Party} {
            signatories [@Party this.owner];
            observers [@Party this.other];
            ${source.actions ?? []}
          }
          exception Boom {text: Text} message \(boom: Boom) -> boom.text;
          ${source.main ?? {}}
        `,
      ),
    ],
  });

/**
 * A ledger with {@link worldPackage}, the parties alice and bob, and an actor that alice owns and bob
 * observes.
 */
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
      protocolVersion: source.protocolVersion ?? 35,
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

  /** Exercises a choice of the actor and returns its result as JSON. */
  async act(name: string, argument: unknown = {}, actAs: string = this.alice): Promise<unknown> {
    const { exerciseResults } = await this.#exercise(name, argument, actAs);
    return exerciseResults[0];
  }

  /**
   * Exercises a choice of the actor. Returns the names of its consequences in pre-order: choices, or template
   * names.
   */
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
