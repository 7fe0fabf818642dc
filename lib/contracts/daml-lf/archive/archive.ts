import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import { computeSha256HexDigest } from "../../../base/values/digest.ts";
import {
  ArchiveProtobufReader,
  malformedArchiveError,
  runWithDarParseErrors,
} from "./archive-protobuf-reader.ts";

/** A package in a DAR: its id and the bytes of its `daml_lf_2.Package`. */
export interface PackageArchive {
  readonly packageId: PackageId;
  /** The bytes whose hash is the package id. */
  readonly payload: Uint8Array;
  /** The Daml-LF version, such as `2.1`. */
  readonly languageVersion: string;
  readonly bytes: Uint8Array;
}

interface ArchiveEnvelope {
  payload: Uint8Array | undefined;
  hash: string;
}

const readEnvelope = (bytes: Uint8Array): ArchiveEnvelope => {
  const envelope: ArchiveEnvelope = { payload: undefined, hash: "" };
  new ArchiveProtobufReader(bytes, 1).visitFields((field, reader) => {
    if (field === 1) {
      if (reader.readInt32() !== 0) throw malformedArchiveError("its hash function is not SHA-256");
    } else if (field === 3) {
      envelope.payload = reader.readBytes();
    } else if (field === 4) {
      envelope.hash = reader.readString();
    } else {
      reader.rejectUnknownField(field, "Archive");
    }
  });
  return envelope;
};

/**
 * Opens an archive. Checks that it is Daml-LF 2 and that its hash, which is the package id, matches its
 * payload. Raises DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS for Daml-LF 1 (daml-lf.md 3.1).
 */
export const parsePackageArchive = (bytes: Uint8Array): PackageArchive =>
  runWithDarParseErrors(() => openVerifiedArchive(bytes));

const openVerifiedArchive = (bytes: Uint8Array): PackageArchive => {
  const { payload, hash } = readEnvelope(bytes);
  if (payload === undefined) throw malformedArchiveError("it has no payload");
  const packageId = computeSha256HexDigest(payload);
  if (packageId !== hash) {
    throw malformedArchiveError(
      `the hash of its payload is ${packageId}, but it states the hash ${hash}`,
    );
  }
  return readPayload(payload, packageId);
};

/** Opens a payload without its envelope, like {@link parsePackageArchive}. */
export const parseArchivePayload = (payload: Uint8Array): PackageArchive =>
  runWithDarParseErrors(() => readPayload(payload, computeSha256HexDigest(payload)));

/** Opens a payload that was opened before, like {@link parseArchivePayload}, without computing its hash again. */
export const parseArchivePayloadWithoutHashing = (
  payload: Uint8Array,
  packageId: PackageId,
): PackageArchive => readPayload(payload, packageId);

const readPayload = (payload: Uint8Array, packageId: PackageId): PackageArchive => {
  let minor = "";
  let patch = 0;
  let lf1Bytes: Uint8Array | undefined;
  let lf2Bytes: Uint8Array | undefined;
  new ArchiveProtobufReader(payload, 1).visitFields((field, reader) => {
    if (field === 2) lf1Bytes = reader.readBytes();
    else if (field === 3) minor = reader.readString();
    else if (field === 4) lf2Bytes = reader.readBytes();
    else if (field === 5) patch = reader.readInt32();
    else reader.rejectUnknownField(field, "ArchivePayload");
  });
  if (lf2Bytes === undefined) {
    if (lf1Bytes === undefined) throw malformedArchiveError("it contains no package");
    throw ledgerError("ALLOWED_LANGUAGE_VERSIONS", {
      cause: `Package ${packageId} is written in Daml-LF 1.${minor}; only Daml-LF 2 is supported. Build it again with Daml SDK 3 (Daml-LF 2.1 or later).`,
      context: {
        packageId,
        languageVersion: `1.${minor}`,
        allowedLanguageVersions: "List(2.1, 2.2, 2.3)",
      },
    });
  }
  if (patch !== 0) throw malformedArchiveError(`there is no patch ${patch} of Daml-LF 2.${minor}`);
  return { packageId, payload, languageVersion: `2.${minor}`, bytes: lf2Bytes };
};
