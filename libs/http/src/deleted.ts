import { ApiProperty } from '@nestjs/swagger';

class DeletedResponse {
  @ApiProperty({ type: 'boolean', enum: [true] }) readonly deleted!: true;
}

/** The answer to a DELETE. */
export class DeletedEnvelope {
  @ApiProperty() readonly data!: DeletedResponse;
}
