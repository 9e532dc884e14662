public static readonly string[] RequiredDocuments = { "OrganizationChart", "AmlPolicy" };
