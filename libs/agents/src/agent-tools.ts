import { toolsOf, type ApiDocument, type Tool } from '@app/agent-tools';
import { Injectable } from '@nestjs/common';

type Description = { readonly version: string; readonly tools: readonly Tool[] };

/** The tools of this process, made from its own OpenAPI document. */
@Injectable()
export class AgentTools {
  private made: Description | undefined;

  /** @param document describes the application, which exists only after its modules do */
  describe(document: ApiDocument): void {
    this.made = { version: document.info.version, tools: toolsOf(document) };
  }

  get description(): Description {
    if (!this.made) throw new Error('The application has not described itself.');
    return this.made;
  }
}
