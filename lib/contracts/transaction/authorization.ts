import type { LedgerError, NeededAuthority } from "../../base/errors/ledger-error.ts";
import type { NodeId, Party, TypeId } from "../../base/identifiers/identifiers.ts";
import { containsParties, partiesIntersect, type PartySet } from "../../base/model/party-set.ts";
import { interpretationError } from "./interpretation-error.ts";

/**
 * The node that a step would add, and the parties that authorize the step. The functions in this
 * file check the rules of daml-lf.md 14.1 and raise DAML_AUTHORIZATION_ERROR if a required party is
 * missing.
 */
export interface AuthorizationContext {
  /** The id that the node would get. */
  readonly nodeId: NodeId;
  readonly templateId: TypeId;
  /** The parties that authorize the step. */
  readonly given: PartySet;
}

/** Checks a create: it needs the authority of all signatories, at least one. Maintainers of its key must be signatories. */
export const authorizeCreate = (
  context: AuthorizationContext,
  signatories: PartySet,
  maintainers: PartySet,
): void => {
  if (signatories.length === 0) {
    const noAuthority: NeededAuthority = { step: "create", needed: [] };
    throw authorizationError(context, "must have at least one signatory", noAuthority);
  }
  if (!containsParties(context.given, signatories)) {
    throw missingAuthorizersError(context, "create", signatories);
  }
  if (!containsParties(signatories, maintainers)) {
    throw authorizationError(
      context,
      `has maintainers ${formatParties(maintainers)} which are not all among its signatories ${formatParties(signatories)}`,
    );
  }
};

/** Checks an exercise: it needs the authority of all controllers, at least one. */
export const authorizeExercise = (context: AuthorizationContext, controllers: PartySet): void => {
  if (controllers.length === 0) {
    const noAuthority: NeededAuthority = { step: "exercise", needed: [] };
    throw authorizationError(context, "must have at least one controller", noAuthority);
  }
  if (!containsParties(context.given, controllers)) {
    throw missingAuthorizersError(context, "exercise", controllers);
  }
};

/** Checks a fetch: it needs the authority of one stakeholder. */
export const authorizeFetch = (context: AuthorizationContext, stakeholders: PartySet): void => {
  if (!partiesIntersect(stakeholders, context.given)) {
    throw authorizationError(
      context,
      `requires one of the stakeholders ${formatParties(stakeholders)} of the fetched contract to be an ` +
        `authorizer, but authorizers were ${formatParties(context.given)}`,
      { step: "fetch", needed: stakeholders },
    );
  }
};

/** Checks a lookup by key: it needs the authority of all maintainers. */
export const authorizeLookupByKey = (
  context: AuthorizationContext,
  maintainers: PartySet,
): void => {
  if (!containsParties(context.given, maintainers)) {
    throw missingAuthorizersError(context, "lookup", maintainers);
  }
};

const missingAuthorizersError = (
  context: AuthorizationContext,
  step: NeededAuthority["step"],
  required: PartySet,
): LedgerError =>
  authorizationError(
    context,
    `requires authorizers ${formatParties(required)}, but only ${formatParties(context.given)} were given`,
    { step, needed: required },
  );

const authorizationError = (
  { nodeId, templateId }: AuthorizationContext,
  why: string,
  authority?: NeededAuthority,
): LedgerError =>
  interpretationError("DAML_AUTHORIZATION_ERROR", {
    cause: `node ${nodeId} (${templateId}) ${why}`,
    ...(authority !== undefined && { authority }),
  });

const formatParties = (parties: readonly Party[]): string => `[${parties.join(", ")}]`;
