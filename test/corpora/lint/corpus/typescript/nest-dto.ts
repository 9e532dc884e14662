export class CreateCustomerDto {
  @IsString() businessLegalName: string;
  @IsOptional() @IsString() businessIndustryOther?: string;
  @ValidateNested() transactionBreakdown: BreakdownDto;
}
