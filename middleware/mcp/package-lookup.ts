import * as z from "zod";

import type { DataDefinition } from "../../lib/api.ts";
import { findMostSimilarText, isJsonObject } from "../../lib/internal.ts";
import type {
  PackageSummary,
  PackageWithDefinitions,
} from "../explorer/package-with-definitions.ts";
import type { LedgerClient } from "./ledger-client.ts";
import { parseLedgerAnswerWithSchema } from "./parse-ledger-answer-with-schema.ts";
import { createToolArgumentRefusal, RefusedCallError } from "./refusal.ts";

/** A template or an interface of a package. */
export interface TemplateOrInterfaceName {
  readonly kind: "template" | "interface";
  /** `#package-name:Module:Entity`, which commands and filters accept. */
  readonly reference: string;
  readonly packageId: string;
  readonly packageName: string;
  readonly version: string;
  /** `Module:Entity`. */
  readonly qualifiedName: string;
}

/** Returns the definition of a data type by its id, `package-id:Module:Entity`. */
export type FindDataDefinition = (typeId: string) => DataDefinition | undefined;

/** Packages, which never change. Shared by the calls of a server. */
interface PackageCache {
  /** By package id. */
  readonly facts: Map<string, PackageWithDefinitions>;
  /** Packages of a participant, and their ids. */
  archives?: { readonly ids: string; readonly summaries: readonly PackageSummary[] };
}

export const createPackageCache = (): PackageCache => ({ facts: new Map() });

/** Only the form that a ledger in a box always sends is checked. */
const packageListSchema = z.object({ packages: z.array(z.custom<PackageSummary>(isJsonObject)) });
const packageFactsSchema = z.custom<PackageWithDefinitions>(isJsonObject);

/**
 * The packages of a ledger during one call of a tool. A ledger in a box serves their definitions. For a participant, the
 * definitions are read from its package archives.
 */
export class LedgerPackageLookup {
  readonly #ledger: LedgerClient;
  readonly #cache: PackageCache;
  #packages: Promise<readonly PackageSummary[]> | undefined;

  constructor(ledger: LedgerClient, cache: PackageCache) {
    this.#ledger = ledger;
    this.#cache = cache;
  }

  listPackages(): Promise<readonly PackageSummary[]> {
    this.#packages ??= this.#fetchPackages();
    return this.#packages;
  }

  async #fetchPackages(): Promise<readonly PackageSummary[]> {
    try {
      const answer = await this.#ledger.get("/explorer-data/packages");
      return parseLedgerAnswerWithSchema(packageListSchema, answer).packages;
    } catch (error) {
      if (!isUnknownPath(error)) throw error;
      return this.#listArchives();
    }
  }

  async fetchPackageFacts(packageId: string): Promise<PackageWithDefinitions> {
    const known = this.#cache.facts.get(packageId);
    if (known !== undefined) return known;
    const path = `/explorer-data/packages/${encodeURIComponent(packageId)}`;
    const facts = parseLedgerAnswerWithSchema(packageFactsSchema, await this.#ledger.get(path));
    this.#cache.facts.set(packageId, facts);
    return facts;
  }

  /** Returns all templates and interfaces. Newer versions of a package come before older ones. */
  async listDefinedNames(): Promise<readonly TemplateOrInterfaceName[]> {
    const all = await this.listPackages();
    return all
      .toSorted((one, other) => compareVersions(other, one))
      .flatMap((of) => [
        ...of.templates.map((name) => createDefinitionName("template", of, name)),
        ...of.interfaces.map((name) => createDefinitionName("interface", of, name)),
      ]);
  }

  /**
   * Returns the template or interface with a name: `#package:Module:Entity`,
   * `package-id:Module:Entity`, `Module:Entity`, the end of it after a dot, or `Entity`. Raises
   * TEMPLATE_NOT_FOUND with the nearest names, and INVALID_ARGUMENT if several have the name.
   */
  async find(name: string): Promise<TemplateOrInterfaceName> {
    const all = await this.listDefinedNames();
    const found = all.filter(
      (each) => listAcceptedNames(each).includes(name) || each.qualifiedName.endsWith(`.${name}`),
    );
    const [first] = found;
    if (first === undefined) throw nameNotFoundError(name, all);
    const references = new Set(found.map(({ reference }) => reference));
    if (references.size === 1) return first;
    throw createToolArgumentRefusal(
      `${name} is the name of several templates.`,
      `Write one of ${[...references].join(", ")}.`,
    );
  }

  /** Loads a package and the packages that its types use; returns the definitions of data types. */
  async loadDefinitions(packageId: string): Promise<FindDataDefinition> {
    const loaded = new Map<string, PackageWithDefinitions>();
    const waiting = [packageId];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (loaded.has(id)) continue;
      const facts = await this.fetchPackageFacts(id);
      loaded.set(id, facts);
      waiting.push(...findReferredPackages(facts));
    }
    return (typeId) => {
      const { dataTypes = {} } = loaded.get(readPackageId(typeId)) ?? {};
      const name = typeId.slice(typeId.indexOf(":") + 1);
      return Object.hasOwn(dataTypes, name) ? dataTypes[name] : undefined;
    };
  }

  async fetchPackageIds(): Promise<readonly string[]> {
    const answer = await this.#ledger.get("/v2/packages");
    return parseLedgerAnswerWithSchema(z.object({ packageIds: z.array(z.string()) }), answer)
      .packageIds;
  }

  async #listArchives(): Promise<readonly PackageSummary[]> {
    const packageIds = await this.fetchPackageIds();
    const ids = packageIds.toSorted().join(" ");
    if (this.#cache.archives?.ids === ids) return this.#cache.archives.summaries;
    const { readParticipantPackages: factsOfParticipant } =
      await import("./participant-packages.ts");
    const facts = await factsOfParticipant(this.#ledger);
    for (const each of facts) this.#cache.facts.set(each.packageId, each);
    const summaries = facts.map((each) => ({
      ...each,
      templates: Object.keys(each.templates),
      interfaces: Object.keys(each.interfaces),
    }));
    this.#cache.archives = { ids, summaries };
    return summaries;
  }
}

const isUnknownPath = (error: unknown): boolean =>
  error instanceof RefusedCallError && error.code === "HTTP_404";

const createDefinitionName = (
  kind: TemplateOrInterfaceName["kind"],
  { packageId, name, version }: PackageSummary,
  qualifiedName: string,
): TemplateOrInterfaceName => ({
  kind,
  reference: `#${name}:${qualifiedName}`,
  packageId,
  packageName: name,
  version,
  qualifiedName,
});

const listAcceptedNames = ({
  reference,
  packageId,
  qualifiedName,
}: TemplateOrInterfaceName): readonly string[] => [
  reference,
  reference.slice(1),
  `${packageId}:${qualifiedName}`,
  qualifiedName,
  qualifiedName.slice(qualifiedName.indexOf(":") + 1),
];

const nameNotFoundError = (
  name: string,
  all: readonly TemplateOrInterfaceName[],
): RefusedCallError => {
  const byName = new Map(
    all
      .toReversed()
      .flatMap((each) => listAcceptedNames(each).map((text) => [text, each.reference])),
  );
  const suggestion = findMostSimilarText(name, byName.keys());
  const reference = suggestion === undefined ? undefined : byName.get(suggestion);
  const listed = [...new Set(all.map((each) => each.reference))].slice(0, maxListed);
  return new RefusedCallError({
    code: "TEMPLATE_NOT_FOUND",
    cause: `The ledger has no template or interface ${name}.`,
    hint: {
      ...(reference === undefined ? {} : { nearest: reference }),
      advice:
        reference === undefined
          ? `Call list_templates. The ledger has ${listed.join(", ")}${all.length > maxListed ? ", …" : ""}. Load others with upload_dar.`
          : `Write ${reference}.`,
    },
  });
};

const maxListed = 20;

const readPackageId = (typeId: string): string => typeId.slice(0, typeId.indexOf(":"));

/** Returns the ids of packages in the types of a package. */
const findReferredPackages = (facts: PackageWithDefinitions): readonly string[] => {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("kind" in value && value.kind === "named" && "id" in value) found.add(String(value.id));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(facts);
  return [...new Set([...found].map(readPackageId))];
};

/** Compares packages by name, then by version. */
const compareVersions = (one: PackageSummary, other: PackageSummary): number => {
  if (one.name !== other.name) return one.name < other.name ? 1 : -1;
  const others = other.version.split(".").map(Number);
  for (const [index, number] of one.version.split(".").map(Number).entries()) {
    const difference = number - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.version.split(".").length - others.length;
};
