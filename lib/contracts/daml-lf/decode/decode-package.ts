import {
  matchesGrammar,
  packageIdGrammar,
  packageNameGrammar,
  packageVersionGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import type { PackageArchive } from "../archive/archive.ts";
import {
  ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
  type MessageBytePosition,
  runWithDarParseErrors,
  runWithParseErrorsDuringEvaluation,
} from "../archive/archive-protobuf-reader.ts";
import type { PrecheckedPackage } from "../known/create-prechecked-package.ts";
import type { LfModule, LfPackage } from "../syntax/ast.ts";
import { createExprDecoder } from "./decode-expressions.ts";
import { readLfModule } from "./decode-module.ts";
import type { DefinitionDecodingContext } from "./definition-scope.ts";
import { fillInternedKindTable, fillInternedTables } from "./fill-tables.ts";
import {
  createEmptyInternedTables,
  getInternedString,
  type InternedTables,
} from "./interned-tables.ts";
import { LazyInternedEntryReader } from "./lazy-interned-entry-reader.ts";
import { createLazyLfModules } from "./lazy-module.ts";
import { createUnsupportedLfFeatureError, requireMessageField } from "./message-fields.ts";
import {
  createRangeRecordingExprReaders,
  type SourceRangeByOwner,
} from "./source-range-by-owner.ts";
import { addUniqueDefinition } from "./unique-names.ts";

/** Positions of the parts of a package. */
interface PackagePartPositions {
  readonly modules: MessageBytePosition[];
  readonly dottedNames: MessageBytePosition[];
  readonly kinds: MessageBytePosition[];
  readonly types: MessageBytePosition[];
  readonly exprs: MessageBytePosition[];
  metadata: MessageBytePosition | undefined;
}

/**
 * Returns the maximum nesting of messages. Before 2.2 the expression tree is nested; from 2.2 on it is
 * flat.
 */
const getMaxMessageDepth = (languageVersion: string): number =>
  languageVersion === "2.1" ? 1000 : 100;

/**
 * Decodes the tables and definitions of a package (daml-lf.md 3). Raises DAR_PARSE_ERROR. Bodies are
 * decoded on demand, which raises DAR_PARSE_ERROR if they are malformed.
 */
export const decodePackage = (archive: PackageArchive): LfPackage =>
  runWithDarParseErrors(() => decodeEagerly(archive));

const decodeEagerly = (archive: PackageArchive): LfPackage => {
  const { packageId, languageVersion, bytes } = archive;
  const tables = createEmptyInternedTables(archive);
  const maxDepth = getMaxMessageDepth(languageVersion);
  const reader = new ArchiveProtobufReader(bytes, maxDepth);
  const parts = readParts(reader, tables);
  fillInternedTables(reader, parts, tables);
  const expressions = createExprDecoder({ bytes, maxDepth, interned: parts.exprs, tables });
  const scope: DefinitionDecodingContext = { tables, expressions };
  const modules = new Map<string, LfModule>();
  for (const place of parts.modules) {
    addUniqueDefinition(modules, readLfModule(reader.goTo(place), scope), "module");
  }
  const place = requireMessageField(parts.metadata, "the package metadata");
  const metadata = readMetadata(reader.goTo(place), tables);
  return {
    packageId,
    languageVersion,
    ...metadata,
    dependencies: tables.dependencies,
    modules,
  };
};

/**
 * Returns a package that is known to be valid. Its id, name, version and dependencies are those of
 * `known`. Definitions are decoded one at a time, on demand.
 */
export const decodePackageLazily = (
  archive: PackageArchive,
  known: PrecheckedPackage,
): LfPackage => {
  let modules: LfPackage["modules"] | undefined;
  return {
    ...known,
    languageVersion: archive.languageVersion,
    get modules() {
      return (modules ??= runWithParseErrorsDuringEvaluation(() =>
        createLazyModules(archive, readPackageParts(archive)),
      ));
    },
  };
};

/**
 * Returns a package that passed the checker before. Its name and version are read from the package. Raises
 * DAR_PARSE_ERROR.
 */
export const decodePreviouslyCheckedPackage = (
  archive: PackageArchive,
  dependencies: ReadonlySet<PackageId>,
): LfPackage => {
  const { packageId, languageVersion } = archive;
  const read = runWithDarParseErrors(() => {
    const found = readPackageParts(archive);
    const place = requireMessageField(found.parts.metadata, "the package metadata");
    return { found, metadata: readMetadata(found.reader.goTo(place), found.tables) };
  });
  let modules: LfPackage["modules"] | undefined;
  return {
    packageId,
    languageVersion,
    ...read.metadata,
    dependencies,
    get modules() {
      return (modules ??= runWithParseErrorsDuringEvaluation(() =>
        createLazyModules(archive, read.found),
      ));
    },
  };
};

/**
 * Decodes a valid package again. The source range of each expression is added to `ranges` when the
 * expression is decoded.
 */
export const decodePackageWithSourceRanges = (
  archive: PackageArchive,
  valid: LfPackage,
  ranges: SourceRangeByOwner,
): LfPackage => {
  let modules: LfPackage["modules"] | undefined;
  return {
    ...omitModules(valid),
    get modules() {
      return (modules ??= runWithParseErrorsDuringEvaluation(() =>
        createLazyModules(archive, readPackageParts(archive), ranges),
      ));
    },
  };
};

/**
 * Returns the package without its modules. It does not read them, because they may not be decoded yet.
 */
const omitModules = (lfPackage: LfPackage): Omit<LfPackage, "modules"> => {
  const { packageId, languageVersion, name, version, dependencies } = lfPackage;
  return { packageId, languageVersion, name, version, dependencies };
};

interface PackageParts {
  readonly reader: ArchiveProtobufReader;
  readonly tables: InternedTables;
  readonly parts: PackagePartPositions;
}

const readPackageParts = (archive: PackageArchive): PackageParts => {
  const tables = createEmptyInternedTables(archive);
  const reader = new ArchiveProtobufReader(
    archive.bytes,
    getMaxMessageDepth(archive.languageVersion),
  );
  return { reader, tables, parts: readParts(reader, tables) };
};

const createLazyModules = (
  { bytes, languageVersion }: PackageArchive,
  { reader, tables, parts }: PackageParts,
  ranges?: SourceRangeByOwner,
): LfPackage["modules"] => {
  const source = { bytes, maxDepth: getMaxMessageDepth(languageVersion) };
  fillInternedKindTable(reader, parts, tables);
  tables.unread = new LazyInternedEntryReader(source, parts, tables);
  const forms = ranges && createRangeRecordingExprReaders(ranges);
  const expressions = createExprDecoder({ ...source, interned: parts.exprs, tables }, forms);
  return createLazyLfModules({ ...source, scope: { tables, expressions, ranges } }, parts.modules);
};

const readParts = (reader: ArchiveProtobufReader, tables: InternedTables): PackagePartPositions => {
  const parts: PackagePartPositions = {
    modules: [],
    dottedNames: [],
    kinds: [],
    types: [],
    exprs: [],
    metadata: undefined,
  };
  // The tables have tens of thousands of entries, so their fields are tested first.
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 5) {
      parts.types.push(reader.readPosition());
    } else if (field === 2) {
      tables.strings.push(reader.readString());
    } else if (field === 3) {
      parts.dottedNames.push(reader.readPosition());
    } else if (field === 7) {
      parts.exprs.push(reader.readPosition());
    } else if (field === 1) {
      parts.modules.push(reader.readPosition());
    } else if (field === 4) {
      parts.metadata = reader.readPosition();
    } else if (field === 6) {
      parts.kinds.push(reader.readPosition());
    } else if (field === 8 || field === 9) {
      if (!tables.isFlat) {
        throw createUnsupportedLfFeatureError("lists of imported packages", tables);
      }
      if (field === 8) readNoImports(reader, tables);
      else readImports(reader, tables);
    } else {
      reader.rejectUnknownField(field, "Package");
    }
  }
  return parts;
};

const readImports = (reader: ArchiveProtobufReader, tables: InternedTables): void => {
  reader.visitMessage((field) => {
    if (field === 1) tables.imports.push(parsePackageId(reader.readString()));
    else reader.rejectUnknownField(field, "PackageImports");
  });
};

/** Reads the reason why a package has no list of imports. This field replaces an earlier list. */
const readNoImports = (reader: ArchiveProtobufReader, tables: InternedTables): void => {
  reader.readString();
  tables.imports.length = 0;
};

const parsePackageId = (text: string): PackageId => {
  if (matchesGrammar(packageIdGrammar, text)) return text;
  throw malformedArchiveError(`${JSON.stringify(text)} is not a package id`);
};

const readMetadata = (
  reader: ArchiveProtobufReader,
  tables: InternedTables,
): Pick<LfPackage, "name" | "version" | "upgradedPackageId"> => {
  let name = 0;
  let version = 0;
  let upgraded: PackageId | undefined;
  reader.visitFields((field) => {
    if (field === 1) name = reader.readInt32();
    else if (field === 2) version = reader.readInt32();
    else if (field === 3) upgraded = readUpgradedPackage(reader, tables);
    else reader.rejectUnknownField(field, "PackageMetadata");
  });
  return {
    name: requirePackageName(getInternedString(tables, name)),
    version: requirePackageVersion(getInternedString(tables, version)),
    ...(upgraded === undefined ? {} : { upgradedPackageId: upgraded }),
  };
};

const readUpgradedPackage = (reader: ArchiveProtobufReader, tables: InternedTables): PackageId => {
  let index = 0;
  reader.visitMessage((field) => {
    if (field === 1) index = reader.readInt32();
    else reader.rejectUnknownField(field, "UpgradedPackageId");
  });
  return parsePackageId(getInternedString(tables, index));
};

const requirePackageName = (text: string): string => {
  if (matchesGrammar(packageNameGrammar, text)) return text;
  throw malformedArchiveError(
    `${JSON.stringify(text)} is not a package name of letters, digits, - and _`,
  );
};

const requirePackageVersion = (text: string): string => {
  if (matchesGrammar(packageVersionGrammar, text)) return text;
  throw malformedArchiveError(`${JSON.stringify(text)} is not a version such as 1.0.0`);
};
