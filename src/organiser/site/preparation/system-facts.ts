/** Facts about a participant or validator on the pages, from its entry in FM-Tools. */
import type { SiteTool, SystemFact } from "../../explorer/index.ts";
import {
  type FmToolsEntry,
  type FmToolsParticipation,
  type FmToolsPerson,
  participationIn,
} from "../../tools/index.ts";

/**
 * @param competition E.g. `SV-COMP 2026`.
 * @param role Validators take part in tracks of their own.
 */
export function systemFacts(
  entry: FmToolsEntry,
  competition: string,
  role: "verifier" | "validator",
): Required<Pick<SiteTool, "facts" | "techniques" | "frameworks">> {
  const participation = role === "verifier" ? participationIn(entry, competition) : undefined;
  const validation = entry.participations.find(
    (each) => each.competition === competition && each.track.startsWith("Validation"),
  );
  const chosen = participation ?? (role === "validator" ? validation : undefined);
  return {
    facts: [
      ...archiveFacts(entry, chosen),
      ...personFacts(chosen?.juryMember),
      ...fact("Label", chosen?.labels.join(", ")),
      ...fact("Licence", entry.license),
      ...fact("Languages", entry.inputLanguages.join(", ")),
      ...fact("Project", entry.projectUrl, entry.projectUrl),
      ...fact("Repository", entry.repositoryUrl, entry.repositoryUrl),
    ],
    techniques: entry.techniques,
    frameworks: entry.frameworksAndSolvers,
  };
}

/** The participating version, with its place of archival. */
function archiveFacts(
  { versions }: FmToolsEntry,
  participation: FmToolsParticipation | undefined,
): readonly SystemFact[] {
  const wanted = participation?.toolVersion;
  const version = versions.find((each) => each.version === wanted);
  const { doi, url } = version ?? {};
  return [
    ...fact("Submitted version", wanted),
    ...(doi === undefined
      ? fact("Archive", url, url)
      : fact("Archive", doi, `https://doi.org/${doi}`)),
  ];
}

function personFacts(person: FmToolsPerson | undefined): readonly SystemFact[] {
  if (person === undefined) return [];
  const { name, institution, country, orcid, url } = person;
  return [
    ...fact("Jury member", name, orcid === undefined ? url : `https://orcid.org/${orcid}`),
    ...fact("Affiliation", [institution, country].filter((each) => each !== undefined).join(", ")),
  ];
}

function fact(label: string, text: string | undefined, link?: string): readonly SystemFact[] {
  if (text === undefined || text === "") return [];
  return [link === undefined ? [label, text] : [label, text, link]];
}
