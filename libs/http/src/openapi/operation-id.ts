/**
 * The id of an operation, out of its method and path: `getPodcasts`, `getEpisode`, `putEpisodeTranscript`,
 * `postVideoStockCancel`. A noun is singular where a parameter follows it. Clients call operations by these names, so
 * that an id never changes.
 */
export function operationId(method: string, path: string): string {
  const segments = path.split('/').slice(3); // of /api/v1/…
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith('{')) return [];
    return (segments[index + 1]?.startsWith('{') ? singular(segment) : segment).split(/[-.]/);
  });
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}
