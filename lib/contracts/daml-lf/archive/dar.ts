import { isLedgerError, type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { type PackageArchive, parsePackageArchive } from "./archive.ts";
import { malformedArchiveError } from "./archive-protobuf-reader.ts";
import {
  extractZipEntries,
  extractZipEntriesSequentially,
  readZipDirectory,
  startsWithZipEntry,
} from "./zip.ts";

/** A DAR: its main package and all its dependencies (daml-lf.md 2). */
export interface DarContent {
  readonly main: PackageArchive;
  /** All packages including the main one, in the order of the manifest. */
  readonly archives: readonly PackageArchive[];
}

/** Size limits of a DAR. */
export interface DarLimits {
  /**
   * Maximum total size of the inflated entries that are read, in bytes. Default: 64 MiB. The decoded
   * packages use more memory.
   */
  readonly maxInflatedBytes: number;
  readonly maxEntries: number;
}

export const defaultDarLimits: DarLimits = {
  maxInflatedBytes: 64 * 1024 * 1024,
  maxEntries: 10_000,
};

const manifestPath = "META-INF/MANIFEST.MF";
/** Maximum size of the manifest in bytes. The manifest of a thousand packages uses a fifth of it. */
const maxManifestBytes = 1024 * 1024;

/**
 * Reads a DAR. Only the manifest and the packages are inflated. A DAR above the limits is refused before
 * it is inflated, based on the sizes in its ZIP directory.
 *
 * Raises INVALID_DAR, INVALID_ZIP_ENTRY, ZIP_BOMB, DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS.
 */
export const decodeDar = (bytes: Uint8Array, limits: DarLimits = defaultDarLimits): DarContent => {
  const content = inflateEntries(bytes, limits);
  const manifest = readManifest(content);
  const archives = manifest.packages.map((path) =>
    parsePackageArchive(getPackageEntry(content, path)),
  );
  const main = archives[manifest.packages.indexOf(manifest.main)];
  if (main === undefined) {
    throw invalidDarError(
      `the attribute Dalfs of its manifest does not list the main package ${manifest.main}`,
      content.names,
    );
  }
  return { main, archives };
};

/**
 * Returns the error for an invalid DAR. Like a participant, it lists the entries that could be read and the
 * problem.
 */
const invalidDarError = (reason: string, names: readonly string[] = []): LedgerError =>
  ledgerError("INVALID_DAR", {
    cause: `Dar file is corrupt: ${reason}.`,
    context: { entries: formatEntryList(names), throwable: reason },
  });

const formatEntryList = (names: readonly string[]): string => `List(${names.join(", ")})`;

/** Inflated files of a DAR: the manifest and the packages. `names` lists all entries. */
interface InflatedDarFiles {
  readonly files: BytesByFileName;
  readonly names: readonly string[];
}

type BytesByFileName = ReadonlyMap<string, Uint8Array>;

const inflateEntries = (bytes: Uint8Array, limits: DarLimits): InflatedDarFiles => {
  const entries = tryReadZipDirectory(bytes);
  if (entries === undefined) return inflateInOrder(bytes, limits);
  try {
    if (entries.length > limits.maxEntries) {
      throw zipBombError(`more than ${limits.maxEntries} entries`);
    }
    const wanted = entries.filter(({ name }) => isWanted(name));
    for (const { name } of wanted) checkPath(name);
    for (const { name, originalSize } of wanted) {
      if (name === manifestPath && originalSize > maxManifestBytes) {
        throw manifestTooLongError();
      }
    }
    const total = wanted.reduce((sum, { originalSize }) => sum + originalSize, 0);
    if (total > limits.maxInflatedBytes) {
      throw zipBombError(`more than ${limits.maxInflatedBytes} bytes`);
    }
    const names = entries.map(({ name }) => name);
    return { files: extractZipEntries(bytes, entries, wanted), names };
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw invalidDarError("it is no readable ZIP archive");
  }
};

const isWanted = (name: string): boolean => name === manifestPath || name.endsWith(".dalf");

/** Returns the ZIP directory; undefined if it cannot be read. */
const tryReadZipDirectory = (
  bytes: Uint8Array,
): ReturnType<typeof readZipDirectory> | undefined => {
  try {
    return readZipDirectory(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Reads a DAR from front to back without its ZIP directory, as a participant does. A truncated DAR is
 * accepted if no entry is truncated.
 */
const inflateInOrder = (bytes: Uint8Array, limits: DarLimits): InflatedDarFiles => {
  if (!startsWithZipEntry(bytes)) throw invalidDarError("it is no readable ZIP archive");
  try {
    const entries = extractZipEntriesSequentially(bytes, {
      maxEntries: limits.maxEntries,
      maxBytes: limits.maxInflatedBytes,
      isWanted: (name) => {
        if (!isWanted(name)) return false;
        checkPath(name);
        return true;
      },
      tooMuch: zipBombError,
    });
    if ((entries.get(manifestPath)?.length ?? 0) > maxManifestBytes) throw manifestTooLongError();
    return { files: entries, names: [...entries.keys()] };
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw malformedArchiveError("the file ends within an entry");
  }
};

const zipBombError = (what: string): LedgerError =>
  ledgerError("ZIP_BOMB", { cause: `The DAR would inflate to ${what}, which is over the limit.` });

const manifestTooLongError = (): LedgerError =>
  zipBombError(`a manifest of more than ${maxManifestBytes} bytes`);

const checkPath = (path: string): void => {
  if (!path.startsWith("/") && !path.split(/[/\\]/u).includes("..")) return;
  throw ledgerError("INVALID_ZIP_ENTRY", {
    cause: `The DAR has an entry ${JSON.stringify(path)} that points outside of the DAR.`,
  });
};

const getPackageEntry = ({ files, names }: InflatedDarFiles, path: string): Uint8Array => {
  const entry = files.get(path);
  if (entry !== undefined) return entry;
  throw ledgerError("INVALID_ZIP_ENTRY", {
    cause: `The manifest of the DAR lists ${JSON.stringify(path)}, which is not in it.`,
    context: { name: path, entries: formatEntryList(names) },
  });
};

interface DarManifest {
  readonly main: string;
  readonly packages: readonly string[];
}

const readManifest = ({ files, names }: InflatedDarFiles): DarManifest => {
  const manifest = files.get(manifestPath);
  if (manifest === undefined) throw invalidDarError(`it has no entry ${manifestPath}`, names);
  const attributes = parseManifestAttributes(new TextDecoder().decode(manifest));
  const requireAttribute = (name: string, value: string): void => {
    const found = attributes.get(name);
    if (found !== undefined && found !== value) {
      throw invalidDarError(
        `its manifest says ${name}: ${found}, only ${value} is supported`,
        names,
      );
    }
  };
  requireAttribute("Format", "daml-lf");
  requireAttribute("Encryption", "non-encrypted");
  const main = attributes.get("Main-Dalf");
  if (main === undefined || main === "") {
    throw invalidDarError("its manifest has no attribute Main-Dalf", names);
  }
  const dalfs = attributes.get("Dalfs");
  if (dalfs === undefined) throw invalidDarError("its manifest has no attribute Dalfs", names);
  const paths = dalfs.split(",").map((path) => path.trim());
  return { main, packages: [...new Set(paths.filter((path) => path !== ""))] };
};

/** Parses Java manifest syntax: a line that begins with one space continues the previous line. */
const parseManifestAttributes = (text: string): ReadonlyMap<string, string> => {
  const lines = text.replaceAll(/\r?\n /gu, "").split(/\r?\n/u);
  const attributes = lines.flatMap((line): readonly (readonly [string, string])[] => {
    const colon = line.indexOf(":");
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
  return new Map(attributes);
};
