import { utf8ToBytes } from "@noble/hashes/utils.js";

import { invalidArgument } from "../../ground/errors/argument-error.ts";
import { ledgerError } from "../../ground/errors/ledger-error.ts";
import { anything, flag, type OptionForms, text } from "../../ground/errors/options.ts";
import {
  fits,
  formOf,
  identifierString,
  uniqueIdentifier,
} from "../../ground/identifiers/identifier-syntax.ts";
import type {
  Micros,
  ParticipantId,
  SynchronizerId,
} from "../../ground/identifiers/identifiers.ts";
import {
  defaultSynchronizerParameters,
  type SynchronizerParameters,
} from "../../ground/model/synchronizer-parameters.ts";
import { hexDigestOf } from "../../ground/values/digest.ts";
import { microsFrom, type Time } from "../../ground/values/time-input.ts";

/** A synchronizer by its alias; its id follows from the alias when absent. */
export interface SynchronizerOption extends Partial<SynchronizerParameters> {
  readonly alias: string;
  readonly id?: SynchronizerId;
  /** When record time on it begins; when the ledger is created, if absent. */
  readonly connectedAt?: Time;
}

export const synchronizerForms: OptionForms<SynchronizerOption> = {
  alias: text,
  id: text,
  connectedAt: anything,
  priority: anything,
  assignmentExclusivityMicros: anything,
  automaticAssignment: flag,
};

export interface SynchronizerIdentity {
  readonly alias: string;
  readonly id: SynchronizerId;
  /** The present when absent. */
  readonly connectedAt?: Micros;
  readonly parameters: SynchronizerParameters;
}

interface ParticipantOptions {
  readonly participantId?: ParticipantId;
  readonly participantName?: string;
}

/** The id that was given, or one that follows from the name. Raises INVALID_ARGUMENT. */
export const participantIdFrom = (options: ParticipantOptions): ParticipantId =>
  options.participantId === undefined
    ? identifierFrom("participant", options.participantName ?? "participant")
    : checked(options.participantId);

/**
 * In the order given. Raises INVALID_ARGUMENT when there is none, or one comes twice, and for a
 * priority, an exclusivity or a time that is none.
 */
export const synchronizersFrom = (
  options: readonly SynchronizerOption[],
): readonly SynchronizerIdentity[] => {
  const identities = options.map((option) => ({
    alias: option.alias,
    id: option.id === undefined ? identifierFrom("synchronizer", option.alias) : checked(option.id),
    ...(option.connectedAt !== undefined && { connectedAt: microsFrom(option.connectedAt) }),
    parameters: parametersFrom(option),
  }));
  if (identities.length === 0 || hasRepeats(identities)) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "A ledger needs at least one synchronizer, each with an alias and an id of its own.",
    });
  }
  return identities;
};

const parametersFrom = (option: SynchronizerOption): SynchronizerParameters => {
  const { priority, automaticAssignment } = { ...defaultSynchronizerParameters, ...option };
  const { alias, assignmentExclusivityMicros: exclusivity } = option;
  if (!Number.isSafeInteger(priority)) {
    throw invalidArgument({
      expected: `a whole number as the priority of the synchronizer ${alias}`,
      found: priority,
    });
  }
  if (exclusivity !== undefined && exclusivity < 0n) {
    throw invalidArgument({
      expected: `0 or more as the assignmentExclusivityMicros of the synchronizer ${alias}`,
      found: exclusivity,
    });
  }
  return {
    priority,
    automaticAssignment,
    ...(exclusivity !== undefined && { assignmentExclusivityMicros: exclusivity }),
  };
};

const hasRepeats = (identities: readonly SynchronizerIdentity[]): boolean =>
  new Set(identities.map(({ alias }) => alias)).size < identities.length ||
  new Set(identities.map(({ id }) => id)).size < identities.length;

/** There is no key behind the fingerprint: it only has to look like one and to stay the same. */
const identifierFrom = (kind: string, name: string): string => {
  if (!fits(identifierString, name)) {
    throw invalidArgument({ expected: formOf(identifierString), found: name });
  }
  return `${name}::1220${hexDigestOf(utf8ToBytes(`ledger-in-a-box ${kind} ${name}`))}`;
};

const checked = (id: string): string => {
  if (fits(uniqueIdentifier, id)) return id;
  throw invalidArgument({ expected: formOf(uniqueIdentifier), found: id });
};
