import {
  type PackageName,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import {
  collectRequestedParties,
  type EventFilter,
  type EventFormat,
  type RequestedParties,
} from "./event-format.ts";
import {
  createPackageQualifiedTemplateName,
  type PackageQualifiedTemplateName,
  resolveFilterTemplateName,
  resolveInterfaceVersions,
} from "./known-types.ts";

/** The data that the matching filters request for an event (ledger-api.md 3.1.2). */
export interface EventFilterMatch {
  readonly includeBlob: boolean;
  /** The interfaces of the template whose views are requested. */
  readonly views: readonly TypeId[];
}

/** Bounds on the contracts that a matcher can match, with which a reader can choose an index. */
export interface MatchablePartiesAndTemplates {
  /** Undefined if contracts of any party may match. */
  readonly parties: ReadonlySet<Party> | undefined;
  /** Undefined if contracts of any template may match. */
  readonly templates: ReadonlySet<PackageQualifiedTemplateName> | undefined;
}

/**
 * An event format, compiled for the known packages. It decides which events match. Unknown names
 * match nothing; `checkKnownTypes` refuses them earlier.
 */
export class EventMatcher {
  readonly requested: RequestedParties;
  readonly bounds: MatchablePartiesAndTemplates;
  readonly #packages: PackageRegistry;
  readonly #anyParty: CompiledFilters | undefined;
  readonly #byParty: ReadonlyMap<Party, CompiledFilters>;
  readonly #templates = new Map<TypeId, TemplateMatches>();

  constructor(format: EventFormat, packages: PackageRegistry) {
    this.requested = collectRequestedParties(format);
    this.#packages = packages;
    this.#anyParty =
      format.filtersForAnyParty === undefined
        ? undefined
        : compileFilters(format.filtersForAnyParty, packages);
    this.#byParty = new Map(
      Array.from(format.filtersByParty, ([party, filters]) => [
        party,
        compileFilters(filters, packages),
      ]),
    );
    this.bounds = createMatchBounds(this.#anyParty, this.#byParty, packages);
  }

  /**
   * Returns the union of the data that the filters request for an event that `parties` may see;
   * undefined if no filter of these parties matches the template.
   */
  findEventMatch(
    templateId: TypeId,
    packageName: PackageName,
    parties: readonly Party[],
  ): EventFilterMatch | undefined {
    const { anyParty, byParty } = this.#getTemplateMatches(templateId, packageName);
    let found = parties.length === 0 ? undefined : anyParty;
    if (byParty.size === 0) return found;
    for (const party of parties) {
      const match = byParty.get(party);
      if (match !== undefined) found = found === undefined ? match : mergeMatches(found, match);
    }
    return found;
  }

  #getTemplateMatches(templateId: TypeId, packageName: PackageName): TemplateMatches {
    const known = this.#templates.get(templateId);
    if (known !== undefined) return known;
    const template = describeTemplate(templateId, packageName, this.#packages);
    const byParty = new Map<Party, EventFilterMatch>();
    for (const [party, filters] of this.#byParty) {
      const match = matchTemplate(filters, template);
      if (match !== undefined) byParty.set(party, match);
    }
    const anyParty =
      this.#anyParty === undefined ? undefined : matchTemplate(this.#anyParty, template);
    const matches = { anyParty, byParty };
    this.#templates.set(templateId, matches);
    return matches;
  }
}

interface TemplateMatches {
  readonly anyParty: EventFilterMatch | undefined;
  readonly byParty: ReadonlyMap<Party, EventFilterMatch>;
}

/** The resolved filters of one party, or of the wildcard for any party. */
interface CompiledFilters {
  /** Present if all events match. */
  readonly wildcard: { readonly includeBlob: boolean } | undefined;
  readonly templates: ReadonlyMap<PackageQualifiedTemplateName, { readonly includeBlob: boolean }>;
  readonly interfaces: ReadonlyMap<TypeId, InterfaceData>;
}

interface InterfaceData {
  readonly includeView: boolean;
  readonly includeBlob: boolean;
}

const compileFilters = (
  filters: readonly EventFilter[],
  packages: PackageRegistry,
): CompiledFilters => {
  const wildcards = filters.filter((filter) => filter.kind === "wildcard");
  const templates = new Map<PackageQualifiedTemplateName, { includeBlob: boolean }>();
  const interfaces = new Map<TypeId, InterfaceData>();
  for (const filter of filters) {
    if (filter.kind === "template") {
      const name = resolveFilterTemplateName(filter.templateId, packages);
      const includeBlob = filter.includeBlob || templates.get(name)?.includeBlob === true;
      templates.set(name, { includeBlob });
    } else if (filter.kind === "interface") {
      for (const id of resolveInterfaceVersions(filter.interfaceId, packages)) {
        addInterface(interfaces, id, filter);
      }
    }
  }
  const matchesAll = filters.length === 0 || wildcards.length > 0;
  return {
    wildcard: matchesAll
      ? { includeBlob: wildcards.some(({ includeBlob }) => includeBlob) }
      : undefined,
    templates,
    interfaces,
  };
};

/** Adds an interface filter, and merges it with earlier ones for the same interface. */
const addInterface = (
  interfaces: Map<TypeId, InterfaceData>,
  id: TypeId,
  { includeView, includeBlob }: InterfaceData,
): void => {
  const before = interfaces.get(id);
  // Views are returned in the order in which they were first requested.
  if (includeView && before?.includeView === false) interfaces.delete(id);
  interfaces.set(id, {
    includeView: includeView || before?.includeView === true,
    includeBlob: includeBlob || before?.includeBlob === true,
  });
};

const createMatchBounds = (
  anyParty: CompiledFilters | undefined,
  byParty: ReadonlyMap<Party, CompiledFilters>,
  packages: PackageRegistry,
): MatchablePartiesAndTemplates => {
  const all = [...byParty.values(), ...(anyParty === undefined ? [] : [anyParty])];
  return {
    parties: anyParty === undefined ? new Set(byParty.keys()) : undefined,
    templates: all.some(({ wildcard }) => wildcard !== undefined)
      ? undefined
      : findMatchableTemplates(all, packages),
  };
};

/**
 * Returns the templates that the filters can match. Resolves each interface only once, even if
 * several parties name it, because thousands of templates may implement it.
 */
const findMatchableTemplates = (
  all: readonly CompiledFilters[],
  packages: PackageRegistry,
): ReadonlySet<PackageQualifiedTemplateName> => {
  const found = new Set<PackageQualifiedTemplateName>();
  const interfaces = new Set<TypeId>();
  for (const filters of all) {
    for (const name of filters.templates.keys()) found.add(name);
    for (const id of filters.interfaces.keys()) interfaces.add(id);
  }
  for (const interfaceId of interfaces) {
    for (const id of packages.implementations(interfaceId)) {
      const { packageId, qualifiedName } = splitTypeId(id);
      const name = packages.get(packageId)?.name;
      if (name !== undefined) found.add(createPackageQualifiedTemplateName(name, qualifiedName));
    }
  }
  return found;
};

interface TemplateDescription {
  readonly name: PackageQualifiedTemplateName;
  /** The interfaces that the template implements in any known version. */
  readonly implements: ReadonlySet<TypeId>;
}

const describeTemplate = (
  templateId: TypeId,
  packageName: PackageName,
  packages: PackageRegistry,
): TemplateDescription => {
  const { qualifiedName } = splitTypeId(templateId);
  const implemented = new Set<TypeId>();
  for (const version of packages.versions(packageName)) {
    for (const id of version.templates.get(qualifiedName)?.implements ?? []) implemented.add(id);
  }
  return {
    name: createPackageQualifiedTemplateName(packageName, qualifiedName),
    implements: implemented,
  };
};

const matchTemplate = (
  filters: CompiledFilters,
  template: TemplateDescription,
): EventFilterMatch | undefined => {
  const byTemplate = filters.templates.get(template.name);
  const interfaces = [...filters.interfaces].filter(([id]) => template.implements.has(id));
  if (filters.wildcard === undefined && byTemplate === undefined && interfaces.length === 0) {
    return undefined;
  }
  return {
    includeBlob:
      filters.wildcard?.includeBlob === true ||
      byTemplate?.includeBlob === true ||
      interfaces.some(([, { includeBlob }]) => includeBlob),
    views: interfaces.filter(([, { includeView }]) => includeView).map(([id]) => id),
  };
};

const mergeMatches = (left: EventFilterMatch, right: EventFilterMatch): EventFilterMatch =>
  left === right
    ? left
    : {
        includeBlob: left.includeBlob || right.includeBlob,
        views: mergeViews(left.views, right.views),
      };

const mergeViews = (left: readonly TypeId[], right: readonly TypeId[]): readonly TypeId[] =>
  right.length === 0 ? left : removeDuplicateIds([...left, ...right]);

const removeDuplicateIds = (ids: readonly TypeId[]): readonly TypeId[] => [...new Set(ids)];
