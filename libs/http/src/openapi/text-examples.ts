/** Where a route leaves the examples of its text bodies for the document, which has them beside the body in JSON. */
export const TEXT_EXAMPLES_KEY = 'x-text-examples';
