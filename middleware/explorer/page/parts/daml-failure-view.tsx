import type { DamlFailure, DamlFrame } from "../../../../lib/index.ts";
import { readQualifiedName } from "../base/names.ts";
import { ContractLink } from "./names.tsx";

/** Place, source lines and stack of a failure of Daml code. */
export const DamlFailureView = ({ failure }: { readonly failure: DamlFailure }) => {
  const { location, excerpt, stack, traces, note } = failure;
  const failedLine = location?.range?.line;
  return (
    <section aria-label="Failure of Daml code">
      {location !== undefined && (
        <p>
          Failed at <code>{placeText(location)}</code>
        </p>
      )}
      {note !== undefined && <p class="soft">{note}</p>}
      {excerpt !== undefined && (
        <pre class="json" tabIndex={0}>
          {excerpt.lines
            .map((text, index) => {
              const line = excerpt.firstLine + index;
              return `${line === failedLine ? ">" : " "} ${line} | ${text}`;
            })
            .join("\n")}
        </pre>
      )}
      <ol class="stack" aria-label="Stack, from the command down">
        {stack.map((frame, index) => (
          <li key={index}>
            <Frame frame={frame} />
          </li>
        ))}
      </ol>
      {traces.length > 0 && <pre class="json">{traces.join("\n")}</pre>}
    </section>
  );
};

const Frame = ({ frame }: { readonly frame: DamlFrame }) => {
  if (frame.kind === "function") return <code>{placeText(frame)}</code>;
  const { kind, templateId, choice, contractId } = frame;
  return (
    <>
      {kind} <b>{choice ?? "create"}</b> on {readQualifiedName(templateId)}{" "}
      {contractId !== undefined && <ContractLink id={contractId} />}
    </>
  );
};

type FailureLocation = NonNullable<DamlFailure["location"]>;

const placeText = ({ module, range, definition, package: name }: FailureLocation): string =>
  `${module}${range === undefined ? "" : `:${range.line}:${range.column}`} (${definition}, ${name})`;
