import { invalidField } from "../../../base/errors/argument-error.ts";
import { fits, formOf, uniqueIdentifier } from "../../../base/identifiers/identifier-syntax.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import { physicalSynchronizerId } from "../../../base/identifiers/physical-synchronizer-id.ts";
import type { ProtocolVersion } from "../../../base/identifiers/protocol-version.ts";
import { malformed } from "../../../base/values/wire-message.ts";

/**
 * What a prepared transaction calls its synchronizer: by its id on protocol version 34; later by the
 * physical one, with the protocol version and the serial behind it (interactive-submission.md 3.1).
 */
export const signedSynchronizerId = (
  id: SynchronizerId,
  protocolVersion: ProtocolVersion,
): string => (protocolVersion === 34 ? id : physicalSynchronizerId(id, protocolVersion));

/** Raises INVALID_FIELD for what no synchronizer can be called, by its own id or by a physical one. */
export const checkSignedSynchronizer = (written: string): void => {
  if (fits(uniqueIdentifier, written.replace(/::(?:\d+|dev)-\d+$/u, ""))) return;
  const expected = `${formOf(uniqueIdentifier)}, and what makes it physical behind it or not`;
  throw invalidField({ field: "synchronizerId", expected, found: written });
};

/** The synchronizer that is called so. Raises INVALID_ARGUMENT when none of the given ones is. */
export const synchronizerSignedFor = (
  written: string,
  synchronizers: readonly { readonly id: SynchronizerId }[],
  protocolVersion: ProtocolVersion,
): SynchronizerId => {
  const names = synchronizers.map(({ id }) => signedSynchronizerId(id, protocolVersion));
  const found = synchronizers[names.indexOf(written)];
  if (found !== undefined) return found.id;
  throw malformed(
    `it is for the synchronizer ${JSON.stringify(written)}; on protocol version ` +
      `${protocolVersion} those that this participant is connected to are called ` +
      names.join(", "),
  );
};
