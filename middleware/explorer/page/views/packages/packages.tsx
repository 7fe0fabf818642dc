import { useSignal } from "@preact/signals";

import type { PackageSummary } from "../../../package-with-definitions.ts";
import { createViewUrl, escapePathSegment, urlQuery } from "../../base/address.ts";
import { formatCount } from "../../base/count.ts";
import { uploadDar } from "../../base/files.ts";
import { packageSummaries } from "../../base/ledger.ts";
import { useSynchronizers } from "../../base/synchronizers.ts";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import type { ViewPathParameters } from "../../parts/lazy-component.tsx";
import { EmptyListPlaceholder } from "../../parts/notices.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { PackageDetail } from "./package-detail.tsx";

const Packages = ({ id }: ViewPathParameters) => {
  const text = useSignal("");
  const known = packageSummaries.value;
  const chosen = known.find(({ packageId }) => packageId === id);
  const shown = known
    .filter(({ name, packageId, templates }) =>
      [name, packageId, ...templates].join(" ").toLowerCase().includes(text.value.toLowerCase()),
    )
    .toSorted(comparePackageNames);
  return (
    <ViewFrame
      title="Packages"
      about={`This participant knows ${formatCount(known.length, "package")}.`}
    >
      <div class="master">
        <div class="stack">
          <Upload />
          <Card kind="flush" title="All packages">
            <div class="pad">
              <input
                type="search"
                aria-label="Find a package"
                placeholder="Name, template or id"
                value={text.value}
                onInput={({ currentTarget }) => (text.value = currentTarget.value)}
              />
            </div>
            <ul class="package-list">
              {shown.slice(0, 300).map(({ packageId, name, version, language, templates }) => (
                <li key={packageId}>
                  <a
                    href={createViewUrl(`/packages/${escapePathSegment(packageId)}`)}
                    aria-current={packageId === id ? "true" : undefined}
                  >
                    <b>
                      <bdi>{name}</bdi> {version}
                    </b>
                    <span class="soft">
                      {formatCount(templates.length, "template")} ·{" "}
                      {language === "typescript" ? "TypeScript" : `Daml-LF ${language}`}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            {shown.length > 300 && <p class="pad soft">and {shown.length - 300} more</p>}
          </Card>
        </div>
        {chosen === undefined ? (
          <Card>
            <EmptyListPlaceholder icon="packages" title="No package chosen">
              <p class="soft">
                Choose a package to see its templates, choices, types, dependencies and vetting.
              </p>
            </EmptyListPlaceholder>
          </Card>
        ) : (
          <PackageDetail
            key={chosen.packageId}
            summary={chosen}
            other={urlQuery.value.get("beside")}
          />
        )}
      </div>
    </ViewFrame>
  );
};

export default Packages;

const comparePackageNames = (one: PackageSummary, other: PackageSummary): number =>
  // Packages with templates first, since users look for them; libraries follow.
  Number(other.templates.length > 0) - Number(one.templates.length > 0) ||
  one.name.localeCompare(other.name) ||
  other.version.localeCompare(one.version, "en", { numeric: true });

/** Form that uploads a DAR and, if the box is checked, vets its packages on the chosen synchronizer. */
const Upload = () => {
  const { run, told } = useLedgerAction();
  const synchronizers = useSynchronizers();
  const isVetted = useSignal(true);
  const where = useSignal("");
  const upload = (file: File | undefined): void => {
    if (file === undefined) return;
    void run(async () => {
      const [first, ...others] = synchronizers;
      const synchronizerId =
        where.value || (others.length === 0 ? "" : (first?.synchronizerId ?? ""));
      await uploadDar(file, { isVetted: isVetted.value, synchronizerId });
      return `${file.name} is uploaded${isVetted.value ? " and vetted" : ""}.`;
    });
  };
  return (
    <Card title="Upload a DAR">
      <div class="stack">
        <label class="field">
          <span>Choose a file</span>
          <input
            type="file"
            accept=".dar"
            onChange={({ currentTarget }) => upload(currentTarget.files?.[0])}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isVetted.value}
            onChange={({ currentTarget }) => (isVetted.value = currentTarget.checked)}
          />
          vet its packages
        </label>
        {synchronizers.length > 1 && (
          <label class="field">
            <span>On synchronizer</span>
            <select
              value={where.value || synchronizers[0]?.synchronizerId}
              onChange={({ currentTarget }) => (where.value = currentTarget.value)}
            >
              {synchronizers.map(({ synchronizerId, synchronizerAlias }) => (
                <option key={synchronizerId} value={synchronizerId}>
                  {synchronizerAlias}
                </option>
              ))}
            </select>
          </label>
        )}
        {told}
      </div>
    </Card>
  );
};
