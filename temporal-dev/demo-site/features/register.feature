@account
Feature: Register
  A visitor opens an account. The page fills in the password: features hold none.

  Scenario: A new member is greeted by name
    Given I am on "/register?as=guest"
    When I fill in the form:
      | Name           | Ada Byron       |
      | E-mail address | ada@example.com |
    And I check "Send me the monthly letter"
    And I click the "Create the account" button
    Then I should be on "/account"
    And I should see "Hello, Ada Byron"
