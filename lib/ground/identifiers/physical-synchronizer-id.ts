import type { SynchronizerId } from "./identifiers.ts";
import type { ProtocolVersion } from "./protocol-version.ts";

/** A synchronizer as it is at present: its id, its protocol version and its serial, which is always 0 here. */
export const physicalSynchronizerId = (
  id: SynchronizerId,
  protocolVersion: ProtocolVersion,
): string => `${id}::${protocolVersion}-0`;
