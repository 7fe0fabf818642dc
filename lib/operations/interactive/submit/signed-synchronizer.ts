import { invalidFieldError } from "../../../base/errors/argument-error.ts";
import {
  describeIdentifierGrammar,
  matchesGrammar,
  uniqueIdentifierGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import {
  type ProtocolVersion,
  toPhysicalSynchronizerId,
} from "../../../base/identifiers/protocol-version.ts";
import { createMalformedBytesError } from "../../../base/values/wire-message.ts";

/**
 * Returns the synchronizer id in the form that a prepared transaction contains: the logical id on
 * protocol version 34; on later versions the physical one, with protocol version and serial
 * (interactive-submission.md 3.1).
 */
export const toSignedSynchronizerId = (
  id: SynchronizerId,
  protocolVersion: ProtocolVersion,
): string => (protocolVersion === 34 ? id : toPhysicalSynchronizerId(id, protocolVersion));

/**
 * Raises INVALID_FIELD for a text that is neither a logical nor a physical id of a synchronizer.
 */
export const checkSynchronizerIdFormat = (written: string): void => {
  if (matchesGrammar(uniqueIdentifierGrammar, written.replace(/::(?:\d+|dev)-\d+$/u, ""))) return;
  const expected = `${describeIdentifierGrammar(uniqueIdentifierGrammar)}, optionally followed by the protocol version and serial of a physical id`;
  throw invalidFieldError({ field: "synchronizerId", expected, found: written });
};

/**
 * Returns the id of the synchronizer that a prepared transaction names. Raises INVALID_ARGUMENT if
 * it is none of `synchronizers`.
 */
export const resolveSignedSynchronizer = (
  written: string,
  synchronizers: readonly { readonly id: SynchronizerId }[],
  protocolVersion: ProtocolVersion,
): SynchronizerId => {
  const names = synchronizers.map(({ id }) => toSignedSynchronizerId(id, protocolVersion));
  const found = synchronizers[names.indexOf(written)];
  if (found !== undefined) return found.id;
  throw createMalformedBytesError(
    `the transaction is for synchronizer ${JSON.stringify(written)}; this participant is connected ` +
      `to ${names.join(", ")} (ids as protocol version ${protocolVersion} writes them)`,
  );
};
