import type { LedgerError, NeededAuthority } from "../../base/errors/ledger-error.ts";
import type { NodeId, Party, TypeId } from "../../base/identifiers/identifiers.ts";
import { containsParties, partiesIntersect, type PartySet } from "../../base/model/party-set.ts";
import { interpretationError } from "./interpretation-error.ts";

/**
 * Authorization rules of daml-lf.md 14.1: the authority that a step needs and the authority of its context.
 * Every function raises DAML_AUTHORIZATION_ERROR if authority is missing.
 */
export interface AuthorizationContext {
  /** The number that the step's node would get. */
  readonly nodeId: NodeId;
  readonly templateId: TypeId;
  /** Authority of the context in which the step runs. */
  readonly given: PartySet;
}

/** A create needs its signatories, at least one. Maintainers of its key must be signatories. */
export const authorizeCreate = (
  context: AuthorizationContext,
  signatories: PartySet,
  maintainers: PartySet,
): void => {
  if (signatories.length === 0) {
    const none: NeededAuthority = { step: "create", needed: [] };
    throw unauthorized(context, "must have at least one signatory", none);
  }
  if (!containsParties(context.given, signatories)) throw missing(context, "create", signatories);
  if (!containsParties(signatories, maintainers)) {
    throw unauthorized(
      context,
      `has maintainers ${named(maintainers)} which are not all among its signatories ${named(signatories)}`,
    );
  }
};

/** An exercise needs its controllers, at least one. */
export const authorizeExercise = (context: AuthorizationContext, controllers: PartySet): void => {
  if (controllers.length === 0) {
    const none: NeededAuthority = { step: "exercise", needed: [] };
    throw unauthorized(context, "must have at least one controller", none);
  }
  if (!containsParties(context.given, controllers)) throw missing(context, "exercise", controllers);
};

/** A fetch needs one stakeholder. */
export const authorizeFetch = (context: AuthorizationContext, stakeholders: PartySet): void => {
  if (!partiesIntersect(stakeholders, context.given)) {
    throw unauthorized(
      context,
      `requires one of the stakeholders ${named(stakeholders)} of the fetched contract to be an ` +
        `authorizer, but authorizers were ${named(context.given)}`,
      { step: "fetch", needed: stakeholders },
    );
  }
};

/** A lookup by key needs the maintainers. */
export const authorizeLookup = (context: AuthorizationContext, maintainers: PartySet): void => {
  if (!containsParties(context.given, maintainers)) throw missing(context, "lookup", maintainers);
};

const missing = (
  context: AuthorizationContext,
  step: NeededAuthority["step"],
  required: PartySet,
): LedgerError =>
  unauthorized(
    context,
    `requires authorizers ${named(required)}, but only ${named(context.given)} were given`,
    { step, needed: required },
  );

const unauthorized = (
  { nodeId, templateId }: AuthorizationContext,
  why: string,
  authority?: NeededAuthority,
): LedgerError =>
  interpretationError("DAML_AUTHORIZATION_ERROR", {
    cause: `node ${nodeId} (${templateId}) ${why}`,
    ...(authority !== undefined && { authority }),
  });

const named = (parties: readonly Party[]): string => `[${parties.join(", ")}]`;
